import { describe, expect, test } from "vitest";
import { homeFallbackPaths } from "../public-paths.ts";
import { checkAddress, checkAnchor, checkFormerRedirect, checkPagePath } from "./links.ts";

describe("an address", () => {
  test.each([
    "https://www.youtube.com/@payser",
    "mailto:contato@payser.example",
    "tel:+5544999998888",
  ])("may be %s", (href) => {
    expect(checkAddress(href, "address")).toBe(true);
  });

  test.each([
    "http://payser.example",
    "//payser.example",
    "javascript:alert(1)",
    "contato@payser.example",
    "mailto:contato",
    "https://",
    "simular",
  ])("may not be %s, and the editor reads what it may be", (href) => {
    expect(checkAddress(href, "address")).toMatch(/^Comece com https:\/\//);
  });

  test("is no path of the site, for which there are other choices", () => {
    expect(checkAddress("/payser-lua?x=1", "address")).toBe(
      "Nada do site responde em /payser-lua?x=1. Escolha “Produto ou página livre” ou “Lugar do site”.",
    );
  });

  test("is needed by the links that have one", () => {
    expect(checkAddress(undefined, "address")).toBe("Obrigatório");
    expect(checkAddress(undefined, "whatsapp")).toMatch(/^Escreva o número/);
    expect(checkAddress(undefined, "place")).toBe(true);
  });
});

test.each([
  ["https://wa.me/5544999998888?text=Ol%C3%A1", true],
  ["https://wa.me/5544999998888", true],
  ["https://wa.me/55449", expect.stringContaining("sem o 55")],
  ["https://wa.me/55", expect.stringContaining("com DDD")],
  ["https://example.com/5544999998888", expect.stringContaining("com DDD")],
])("the WhatsApp address %s is judged by its number", (href, expected) => {
  expect(checkAddress(href, "whatsapp")).toEqual(expected);
});

test("a part of a page is one that the page has", async () => {
  const find = async () => [{ value: "clausula-foro", title: "Foro" }];
  expect(await checkAnchor("clausula-foro", find)).toBe(true);
  expect(await checkAnchor(undefined, find)).toBe(true);
  expect(await checkAnchor("foro", find)).toContain("não tem a parte “foro”");
});

const isTaken = (path: string) => Promise.resolve(path === "/pag-payser");

describe("the path of a page", () => {
  test.each([...homeFallbackPaths, "/ajuda", "/perguntas-2026"])("may be %s", async (path) => {
    expect(await checkPagePath(path, isTaken)).toBe(true);
  });

  test.each(["privacidade", "/", "/Privacidade", "/política", "/a b", "/a/b", "/-a", "/a?b"])(
    "may not be written as %s",
    async (path) => {
      expect(await checkPagePath(path, isTaken)).toMatch(/^Use “\/”/);
    },
  );

  test.each(["/simular", "/termos", "/login", "/admin", "/api", "/imagens"])(
    "may not be %s, which the site itself answers",
    async (path) => {
      expect(await checkPagePath(path, isTaken)).toBe(
        `O endereço ${path} já é de uma página fixa do site.`,
      );
    },
  );

  test("may not be the path of another page or product", async () => {
    expect(await checkPagePath("/pag-payser", isTaken)).toBe(
      "Outra página ou produto já usa o endereço /pag-payser.",
    );
  });

  test("ends a redirect that begins there, as the editor reads", async () => {
    expect(await checkFormerRedirect("/pag-payser", isTaken)).toContain("deixa de existir");
    expect(await checkFormerRedirect("/ajuda", isTaken)).toBe(true);
  });
});
