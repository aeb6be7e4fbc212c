import { describe, expect, test } from "vitest";
import { checkRedirectOrigin } from "./redirect-origin.ts";
import { checkRedirectTarget } from "./redirect-target.ts";

const isPublished = (path: string) => Promise.resolve(["/pag-payser", "/ajuda"].includes(path));
const isRedirect = (path: string) => Promise.resolve(path === "/maquininha");

describe("the old path of a redirect", () => {
  test.each(["/fianca-antiga", "/blog/2024/fianca", "/index.php"])("may be %s", async (path) => {
    expect(await checkRedirectOrigin(path, isPublished)).toBe(true);
  });

  test.each([
    "/",
    "/simular",
    "/privacidade",
    "/admin/x",
    "/area-cliente/nova-senha",
    "/imagens/a",
    "/_dados/a",
    "/_ao-vivo",
    "/sitemap.xml",
  ])("may not be %s, which the site answers", async (path) => {
    expect(await checkRedirectOrigin(path, isPublished)).toMatch(
      /é uma página do site|^Comece com “\/”/,
    );
  });

  test.each(["fianca", "//fianca", "/a b", "/a?b=c", "https://payser.example/a"])(
    "may not be written as %s",
    async (path) => {
      expect(await checkRedirectOrigin(path, isPublished)).toMatch(/^Comece com “\/”/);
    },
  );

  test("may not be that of a page, which nobody would reach any more", async () => {
    expect(await checkRedirectOrigin("/ajuda", isPublished)).toBe(
      "Outra página, produto ou redirecionamento já usa o endereço /ajuda.",
    );
  });
});

describe("the new path of a redirect", () => {
  const check = (to: string) => checkRedirectTarget(to, "/antiga", isPublished, isRedirect);

  test.each(["/", "/simular", "/pag-payser", "/termos#foro", "/ajuda?de=antiga"])(
    "may be %s",
    async (to) => expect(await check(to)).toBe(true),
  );

  test.each([
    "https://outro.example/",
    "//outro.example",
    "/\\outro.example",
    "/\t/outro.example",
    "/.//outro.example",
    "/ajuda\u0000",
    "javascript:alert(1)",
    "mailto:a@b.example",
    "ajuda",
  ])("may not leave the site: %s", async (to) => {
    expect(await check(to)).toBe("Comece com “/”: leve a uma página deste site.");
  });

  test("may not be the old one, with parameters or without", async () => {
    for (const to of ["/antiga", "/antiga?de=novo", "/antiga#a"]) {
      expect(await check(to)).toBe("O endereço antigo e o novo são o mesmo.");
    }
  });

  test("may not be where another redirect begins: that makes chains and loops", async () => {
    expect(await check("/maquininha?a=b")).toMatch(/^\/maquininha já leva a outro endereço/);
  });

  test("may not be a page that is not published", async () => {
    expect(await check("/payser-lua")).toMatch(/^Não existe página publicada em \/payser-lua/);
  });
});
