import { describe, expect, test } from "vitest";
import { homeFallbackPaths } from "../public-paths.ts";
import { checkFormerRedirect, checkPagePath } from "./page-path.ts";

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
