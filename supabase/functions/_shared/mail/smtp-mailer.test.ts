import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import { afterEach, describe, expect, it } from "vitest";
import { describeMailError } from "./describe-mail-error.ts";
import { openSmtpMailer } from "./smtp-mailer.ts";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

type Received = { raw: string; from: string; to: string[] };

async function startInbox(refuse?: Error & { responseCode?: number }) {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo: (_address, _session, done) => done(refuse),
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
        const to = envelope.rcptTo.map(({ address }) => address);
        received.push({ raw: Buffer.concat(chunks).toString("utf8"), from, to });
        done();
      });
    },
  });
  const port = await new Promise<number>((resolve) => {
    const listening = server.listen(0, "127.0.0.1", () => {
      const address = listening.address();
      resolve(typeof address === "object" && address ? address.port : 0);
    });
  });
  closing.push(() => new Promise((resolve) => server.close(() => resolve())));
  const mailer = openSmtpMailer({
    url: `smtp://127.0.0.1:${port}`,
    from: "Payser <nao-responda@payser.example>",
  });
  closing.unshift(async () => mailer.close());
  return { mailer, received };
}

const mail = {
  id: "6f1e2d3c-4b5a-4c6d-8e7f-001122334455",
  to: "ana@exemplo.com.br",
  subject: "Recebemos a sua simulação",
  html: "<p>Olá, Maringá</p>",
  text: "Olá, Maringá",
  replyTo: "contato@payser.example",
};

describe("sending over SMTP", () => {
  it("delivers both versions with accents, and an identifier that a repetition shares", async () => {
    const { mailer, received } = await startInbox();
    await mailer.send(mail);
    await mailer.send(mail);
    const [first, second] = await Promise.all(received.map(({ raw }) => PostalMime.parse(raw)));
    expect(first).toMatchObject({
      subject: mail.subject,
      from: { name: "Payser", address: "nao-responda@payser.example" },
      to: [{ address: mail.to }],
      replyTo: [{ address: mail.replyTo }],
      messageId: `<${mail.id}@payser.example>`,
    });
    expect(first?.text?.trim()).toBe(mail.text);
    expect(first?.html?.trim()).toBe(mail.html);
    expect(second?.messageId).toBe(first?.messageId);
    expect(received[0]?.raw).toContain("Auto-Submitted: auto-generated");
  });

  it("lets no line break in a subject add a header or a recipient", async () => {
    const { mailer, received } = await startInbox();
    await mailer.send({ ...mail, subject: "Olá\r\nBcc: outra@exemplo.com\r\n\r\ncorpo" });
    const message = await PostalMime.parse(received[0]?.raw ?? "");
    expect(message.headers.map(({ key }) => key)).not.toContain("bcc");
    expect(received[0]?.to).toEqual([mail.to]);
  });

  it("names a refusal by its codes and never quotes the server", async () => {
    const { mailer } = await startInbox(
      Object.assign(new Error("No such user ana@exemplo.com.br"), { responseCode: 550 }),
    );
    const error: unknown = await mailer.send(mail).catch((thrown: unknown) => thrown);
    expect(describeMailError(error)).toBe("EENVELOPE 550");
  });

  it("fails when nobody listens", async () => {
    const mailer = openSmtpMailer({ url: "smtp://127.0.0.1:9", from: "Payser <a@b.example>" });
    closing.push(async () => mailer.close());
    const error: unknown = await mailer.send(mail).catch((thrown: unknown) => thrown);
    expect(describeMailError(error)).toMatch(/^E[A-Z]+$/);
  });
});

describe("describing what went wrong", () => {
  it("has a code for anything thrown", () => {
    expect(describeMailError(new Error("ana@exemplo.com"))).toBe("UNKNOWN");
    expect(describeMailError("ana@exemplo.com")).toBe("UNKNOWN");
    expect(describeMailError(undefined)).toBe("UNKNOWN");
  });
});
