import { describe, expect, test } from "vitest";
import { checkLinkTarget } from "./link-target.ts";

const findPublishedPath = (path: string) => Promise.resolve(path === "/pag-payser");

describe("a link", () => {
  test.each([
    "/",
    "/simular",
    "/privacidade",
    "/pag-payser",
    "/termos#foro",
    "/simular?valor=1500",
    "https://www.youtube.com/@payser",
    "mailto:contato@payser.example",
    "tel:+5544999998888",
  ])("may lead to %s", async (href) => {
    expect(await checkLinkTarget(href, findPublishedPath)).toBe(true);
  });

  test.each([
    "http://payser.example",
    "//payser.example",
    "javascript:alert(1)",
    "contato@payser.example",
    "mailto:contato",
    "https://",
    "simular",
  ])("may not lead to %s, and the editor reads what it may be", async (href) => {
    expect(await checkLinkTarget(href, findPublishedPath)).toMatch(/^Comece com “\/”/);
  });

  test("may not lead to a page that is not published", async () => {
    expect(await checkLinkTarget("/payser-lua?x=1", findPublishedPath)).toBe(
      "Não existe página publicada em /payser-lua. Publique a página antes de criar o link.",
    );
  });

  test("is left to the rule of required fields while empty", async () => {
    expect(await checkLinkTarget(undefined, findPublishedPath)).toBe(true);
  });
});
