import { describe, expect, test } from "vitest";
import { homeFallbackPaths } from "../public-paths.ts";
import { checkAddress, checkAnchor, checkFormerRedirect, checkPagePath } from "./check-links.ts";

describe("checkAddress", () => {
  test.each([
    "https://www.youtube.com/@payser",
    "mailto:contato@payser.example",
    "tel:+5544999998888",
  ])("accepts %s", (href) => {
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
  ])("refuses %s and says what is allowed", (href) => {
    expect(checkAddress(href, "address")).toMatch(/^Comece com https:\/\//);
  });

  test("refuses a path of the site, which has kinds of its own", () => {
    expect(checkAddress("/payser-lua?x=1", "address")).toBe(
      "Nada do site responde em /payser-lua?x=1. Escolha “Produto ou página livre” ou “Lugar do site”.",
    );
  });

  test("requires an address for kinds that have one", () => {
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
])("checks the number of the WhatsApp address %s", (href, expected) => {
  expect(checkAddress(href, "whatsapp")).toEqual(expected);
});

test("checkAnchor accepts only parts that the page has", async () => {
  const find = async () => [{ value: "clausula-foro", title: "Foro" }];
  expect(await checkAnchor("clausula-foro", find)).toBe(true);
  expect(await checkAnchor(undefined, find)).toBe(true);
  expect(await checkAnchor("foro", find)).toContain("não tem a parte “foro”");
});

const isTaken = (path: string) => Promise.resolve(path === "/pag-payser");

describe("checkPagePath", () => {
  test.each([...homeFallbackPaths, "/ajuda", "/perguntas-2026"])("accepts %s", async (path) => {
    expect(await checkPagePath(path, isTaken)).toBe(true);
  });

  test.each(["privacidade", "/", "/Privacidade", "/política", "/a b", "/a/b", "/-a", "/a?b"])(
    "refuses the form of %s",
    async (path) => {
      expect(await checkPagePath(path, isTaken)).toMatch(/^Use “\/”/);
    },
  );

  test.each(["/simular", "/termos", "/login", "/admin", "/api", "/imagens"])(
    "refuses %s, which the site itself answers",
    async (path) => {
      expect(await checkPagePath(path, isTaken)).toBe(
        `O endereço ${path} já é de uma página fixa do site.`,
      );
    },
  );

  test("refuses the path of another page or product", async () => {
    expect(await checkPagePath("/pag-payser", isTaken)).toBe(
      "Outra página ou produto já usa o endereço /pag-payser.",
    );
  });

  test("warns that a redirect from the path will end", async () => {
    expect(await checkFormerRedirect("/pag-payser", isTaken)).toContain("deixa de existir");
    expect(await checkFormerRedirect("/ajuda", isTaken)).toBe(true);
  });
});
