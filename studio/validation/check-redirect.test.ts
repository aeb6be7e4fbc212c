import { describe, expect, test } from "vitest";
import { checkRedirectOrigin } from "./check-links.ts";

const isPublished = (path: string) => Promise.resolve(["/pag-payser", "/ajuda"].includes(path));

describe("checkRedirectOrigin", () => {
  test.each(["/fianca-antiga", "/blog/2024/fianca", "/index.php"])("accepts %s", async (path) => {
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
  ])("refuses %s, which the site answers", async (path) => {
    expect(await checkRedirectOrigin(path, isPublished)).toMatch(
      /é uma página do site|^Comece com “\/”/,
    );
  });

  test.each(["fianca", "//fianca", "/a b", "/a?b=c", "https://payser.example/a"])(
    "refuses the form of %s",
    async (path) => {
      expect(await checkRedirectOrigin(path, isPublished)).toMatch(/^Comece com “\/”/);
    },
  );

  test("refuses the path of a page, which nobody could reach any more", async () => {
    expect(await checkRedirectOrigin("/ajuda", isPublished)).toBe(
      "Outra página, produto ou redirecionamento já usa o endereço /ajuda.",
    );
  });
});
