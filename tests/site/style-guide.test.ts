import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createServer } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type SiteStack, startSiteStack } from "../support/site-stack.ts";

const title = "Guia de estilo da Payser";

let stack: SiteStack;
beforeAll(async () => {
  stack = await startSiteStack();
});
afterAll(() => stack.close());

test("in production the style guide is a page like any that does not exist", async () => {
  const reply = await fetch(`${stack.siteUrl}/estilo`);
  expect(reply.status).toBe(404);
  expect(await reply.text()).not.toContain(title);
});

test("nothing that is built holds the style guide", async () => {
  const entries = await readdir("dist/web", { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && /\.(js|css|json)$/.test(entry.name));
  const texts = await Promise.all(
    files.map(({ parentPath, name }) => readFile(join(parentPath, name), "utf8")),
  );
  expect(texts.length).toBeGreaterThan(10);
  expect(texts.filter((text) => text.includes(title))).toEqual([]);
});

test("in development it shows every token and component there is", async () => {
  const vite = await createServer({
    appType: "custom",
    server: { middlewareMode: true, hmr: false, ws: false },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    const { renderStyleGuide } = await vite.ssrLoadModule(
      "/web/style-guide/render-style-guide.tsx",
    );
    const markup: string = renderStyleGuide(await readFile("web/app/styles.css", "utf8"));
    for (const shown of [
      title,
      "petrol-700",
      "display:",
      "Desativado",
      "frame-leaf",
      "Rejeitado",
      "stat-value",
      "modal-box",
      "collapse-title",
    ]) {
      expect(markup).toContain(shown);
    }
  } finally {
    await vite.close();
  }
});
