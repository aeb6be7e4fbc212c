import { mkdtemp, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findFreePort } from "../process/ports.ts";
import { startInbox } from "./start-inbox.ts";

const secondFactor = "PAYSERDEMONSTRATIONPAYSERDEMOSTR";

let directory: string;
let inbox: Awaited<ReturnType<typeof startInbox>>;
let ports: { page: number; smtp: number };
let url: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "payser-inbox-"));
  ports = { page: await findFreePort(), smtp: await findFreePort() };
  inbox = await startInbox({ ports, directory, secondFactor });
  url = `http://127.0.0.1:${ports.page}`;
});
afterAll(async () => {
  await inbox.close();
  await rm(directory, { recursive: true, force: true });
});

test("a mail is stored with its headers and found by recipient", async () => {
  await send("ana@exemplo.com.br", "Simulação recebida");
  await send("joao@exemplo.com.br", "Outro");
  const all = await (await fetch(`${url}/api/messages`)).json();
  expect(all).toHaveLength(2);
  const messages = await (await fetch(`${url}/api/messages?to=Ana@exemplo.com.br`)).json();
  expect(messages).toMatchObject([
    {
      from: "contato@payser.example",
      to: ["ana@exemplo.com.br"],
      subject: "Simulação recebida",
      text: "Olá, Ana!\n",
      headers: { "message-id": expect.stringContaining("@") },
    },
  ]);
});

test("the page shows the current code of the demo accounts' second factor", async () => {
  const code = () => new TOTP({ secret: Secret.fromBase32(secondFactor) }).generate();
  // The code may change between the two readings, so a second try follows.
  const shown = async () => [code(), await (await fetch(url)).text()] as const;
  const readings = [await shown(), await shown()];
  expect(readings.some(([expected, html]) => html.includes(`<strong>${expected}</strong>`))).toBe(
    true,
  );
});

test("the page shows mail fields as text, and the mail itself in a sandbox without scripts", async () => {
  await send("x@exemplo.com.br", '<script>alert("assunto")</script>');
  const page = await fetch(`${url}/?para=x@exemplo.com.br`);
  const html = await page.text();
  expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(html).toContain("&lt;script&gt;");
  expect(html).not.toContain("<script");
  // Quotes in the style sheet must not be escaped, because escaped quotes would break the style sheet.
  expect(html).toContain('nav a[aria-current="true"] {');
  expect(/<style>(.*?)<\/style>/s.exec(html)?.[1]).not.toContain("&");
  const [, id] = /mensagem=([^&"]+)/.exec(html) ?? [];
  expect(await (await fetch(`${url}/?mensagem=${id}`)).text()).toContain('sandbox="allow-popups"');
  const mail = await fetch(`${url}/mensagens/${id}`);
  const policy = mail.headers.get("content-security-policy");
  expect(policy).toContain("sandbox");
  expect(policy).not.toMatch(/script-src|allow-scripts|allow-same-origin/);
});

test("a request with a foreign host name is refused", async () => {
  const { status } = await requestWithHost("atacante.example");
  expect(status).toBe(403);
});

test("mails survive a restart of the inbox, and its SMTP server can stop and start", async () => {
  await inbox.smtp.stop();
  await expect(send("y@exemplo.com.br", "Perdido")).rejects.toThrow("ECONNREFUSED");
  await inbox.smtp.start();
  await send("y@exemplo.com.br", "Entregue");
  await inbox.close();
  inbox = await startInbox({ ports, directory, secondFactor });
  const messages = await (await fetch(`${url}/api/messages?to=y@exemplo.com.br`)).json();
  expect(messages).toMatchObject([{ subject: "Entregue" }]);
  await fetch(`${url}/api/messages`, { method: "DELETE" });
  expect(await (await fetch(`${url}/api/messages`)).json()).toEqual([]);
});

async function send(to: string, subject: string) {
  const transport = createTransport(`smtp://127.0.0.1:${ports.smtp}`);
  await transport.sendMail({
    from: "Payser <contato@payser.example>",
    to,
    subject,
    text: "Olá, Ana!",
    html: '<p onclick="x()">Olá, <a href="https://a.b">Ana</a>!</p>',
  });
  transport.close();
}

async function requestWithHost(host: string): Promise<{ status: number }> {
  return new Promise((resolve, reject) => {
    request(
      { port: ports.page, host: "127.0.0.1", path: "/api/messages", headers: { host } },
      (response) => {
        response.resume();
        resolve({ status: response.statusCode ?? 0 });
      },
    )
      .once("error", reject)
      .end();
  });
}
