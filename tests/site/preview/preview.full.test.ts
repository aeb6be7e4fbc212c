// @module-tag full
import { describe, expect, test } from "vitest";
import { studioUrl } from "../../support/runner/worker.ts";
import { draftTitle, everyPath, mark, runPreview } from "./run-preview.ts";

const run = runPreview();
const { get, makeSecret, preview, textOf, visitEnable, withDraft } = run;

describe("the preview", () => {
  test("begins with the studio's secret and leads to a page of this site", async () => {
    const secret = await makeSecret();
    const visit = (pathname: string) =>
      visitEnable({ "sanity-preview-secret": secret, "sanity-preview-pathname": pathname });
    const reply = await visit("/contato?assunto=pix-payser#formulario");
    expect(reply.status).toBe(302);
    expect(reply.headers.get("location")).toBe("/contato?assunto=pix-payser#formulario");
    expect(reply.headers.get("cache-control")).toBe("private, no-store");
    const set = reply.headers.get("set-cookie") ?? "";
    expect(set).toMatch(/^__Host-payser-preview=/);
    expect(
      set
        .split("; ")
        .slice(1)
        .map((part) => part.split("=")[0])
        .toSorted(),
    ).toEqual(["HttpOnly", "Max-Age", "Partitioned", "Path", "SameSite", "Secure"]);
    for (const other of ["https://outro.example/x", "//outro.example", "/.//outro.example"]) {
      const location = (await visit(other)).headers.get("location") ?? "";
      expect(new URL(location, run.stack.siteUrl).origin, other).toBe(run.stack.siteUrl);
    }
  });

  test.each([
    ["no secret", {}],
    ["a wrong secret", { "sanity-preview-secret": "errado" }],
  ])("does not begin with %s", async (_what, parameters) => {
    const reply = await visitEnable(parameters);
    expect([reply.status, reply.headers.get("set-cookie")]).toEqual([401, null]);
  });

  test("ends when the editor leaves it", async () => {
    const reply = await preview("/api/preview/disable?caminho=/termos");
    expect(reply.headers.get("location")).toBe("/termos");
    expect(reply.headers.get("set-cookie")).toMatch(/^__Host-payser-preview=; Max-Age=0/);
  });
});

test("an editor sees drafts, which no cache keeps and only the studio may frame", async () => {
  await withDraft("homePage", { set: { "hero.title": draftTitle } }, async () => {
    const reply = await preview("/");
    const html = await reply.text();
    expect(html).toContain(draftTitle);
    expect(html).toMatch(mark);
    expect(html).toContain("/api/preview/files/overlay.js");
    expect(reply.headers.get("cache-control")).toBe("private, no-store");
    expect(reply.headers.get("x-robots-tag")).toContain("noindex");
    expect(reply.headers.get("origin-agent-cluster")).toBe("?1");
    const policy = reply.headers.get("content-security-policy");
    expect(policy).toContain(`frame-ancestors 'self' ${studioUrl};`);
    expect(reply.headers.get("etag")).toBeNull();
    const published = await get("/");
    expect(await published.text()).not.toContain(draftTitle);
    expect(published.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  });
});

describe("the perspective", () => {
  const choose = (body: string, headers: Record<string, string> = {}) =>
    fetch(`${run.stack.siteUrl}/api/preview/perspective`, {
      method: "POST",
      body,
      headers: { cookie: run.cookie, origin: run.stack.siteUrl, ...headers },
    });

  test("is chosen by the editor: published, drafts or releases", async () => {
    const home = await run.stack.editor.getDocument("homePage");
    if (!home) throw new Error("The seed has a home page");
    await run.stack.editor.create({
      ...home,
      _id: "versions.rVerao.homePage",
      hero: { ...home["hero"], title: "O título do verão" },
    });
    await withDraft("homePage", { set: { "hero.title": draftTitle } }, async () => {
      for (const [perspective, title] of [
        ["published", await run.stack.visitor.fetch<string>("*[_id == 'homePage'][0].hero.title")],
        ["drafts", draftTitle],
        ["rVerao,drafts", "O título do verão"],
      ] as const) {
        const reply = await choose(perspective);
        expect(reply.status).toBe(204);
        const chosen = reply.headers.get("set-cookie")?.split(";")[0] ?? "";
        expect(await textOf("/", { cookie: chosen })).toContain(title);
      }
    });
    await run.stack.editor.delete("versions.rVerao.homePage");
  });

  test("cannot be chosen by other sites or visitors, and unknown ones are refused", async () => {
    expect((await choose("drafts", { origin: "https://outro.example" })).status).toBe(403);
    expect((await choose("drafts", { cookie: "" })).status).toBe(403);
    for (const wrong of ["", "raw", "drafts,raw", "a b", "x".repeat(3_000)]) {
      expect((await choose(wrong)).status, wrong.slice(0, 20)).toBe(400);
    }
  });
});

describe("an incomplete draft", () => {
  test("leaves the page standing", async () => {
    await run.stack.editor.create({ _id: "drafts.nova", _type: "faqItem", orderRank: "0|zzzzzz:" });
    for (const [id, unset] of [
      ["homePage", ["hero"]],
      ["homePage", ["benefits.items", "faq"]],
      ["siteSettings", ["address", "phone"]],
      ["navigation", ["items"]],
    ] as const) {
      await withDraft(id, { unset }, async () => {
        const reply = await preview("/");
        expect(reply.status, unset.join()).toBe(200);
        expect(await reply.text()).toContain("</main>");
        expect((await preview("/_dados/")).status).toBe(200);
      });
    }
    await run.stack.editor.delete("drafts.nova");
  });

  test("shows a notice inside the studio's frame when no version is published", async () => {
    await run.stack.editor.create({ _id: "drafts.novo", _type: "page", path: "/novo" });
    const reply = await preview("/novo");
    expect(reply.headers.get("content-security-policy")).toContain(studioUrl);
    expect(reply.status).toBe(200);
    expect(await reply.text()).toContain("Ainda não dá para mostrar esta página");
    await run.stack.editor.delete("drafts.novo");
  });
});

/** Attributes that people or search engines read. Here the invisible characters that the preview adds do no harm. */
const readAttributes = /^(?:alt|aria-label|content)=/;

test("marks are in readable text only, never in attributes or styles that programs use", async () => {
  const found = new Set<string>();
  for (const path of everyPath) {
    const html = await (await preview(path)).text();
    const tags = html.match(/<[a-z][^>]*>/gi) ?? [];
    const attributes = tags.flatMap((tag) => tag.match(/[\w-]+="[^"]*"/g) ?? []);
    const styles = html.match(/<style[\s>][\s\S]*?<\//gi) ?? [];
    for (const text of [...attributes.filter((one) => !readAttributes.test(one)), ...styles]) {
      if (mark.test(text)) found.add(text.slice(0, 60));
    }
  }
  expect([...found]).toEqual([]);
});

test("an open preview receives a draft, and a visitor's page does not", async () => {
  const open = async (headers: Record<string, string>) => {
    const controller = new AbortController();
    const reply = await fetch(`${run.stack.siteUrl}/_ao-vivo?caminho=/`, {
      headers,
      signal: controller.signal,
    });
    const versions: string[] = [];
    const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader();
    async function read() {
      for (;;) {
        const part = await reader?.read().catch(() => undefined);
        if (!part || part.done) return;
        versions.push(...(part.value.match(/(?<=data: )\S+/g) ?? []));
      }
    }
    void read();
    return { versions, close: () => controller.abort() };
  };
  const [editor, visitor] = await Promise.all([open({ cookie: run.cookie }), open({})]);
  await expect.poll(() => [editor.versions.length, visitor.versions.length]).toEqual([1, 1]);
  await withDraft("homePage", { set: { "hero.title": draftTitle } }, async () => {
    await expect.poll(() => editor.versions.length).toBeGreaterThan(1);
    const version = editor.versions.at(-1);
    const data = await preview(`/_dados/?versao=${version}`);
    expect(await data.text()).toContain(draftTitle);
    expect(data.headers.get("cache-control")).toBe("private, no-store");
  });
  expect(visitor.versions).toHaveLength(1);
  editor.close();
  visitor.close();
});
