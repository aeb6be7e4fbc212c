import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loginPath, pathWithinSite, returnPath } from "./path-within-site.ts";

const site = "https://payser.example";

/** Generates paths from parts that browsers can read in more than one way. */
const trickyTarget = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "/",
        "\\",
        ".",
        "..",
        "\t",
        "\n",
        "\r",
        "\0",
        " ",
        "%2f",
        "%5c",
        "%2e",
        "%09",
      ),
      fc.constantFrom("evil.example", "@", ":", "?", "#", "javascript:", "https:", "a", "ç", "／"),
      fc.string({ maxLength: 4, unit: "binary" }),
    ),
    { maxLength: 8 },
  )
  .map((parts) => `/${parts.join("")}`);

describe("pathWithinSite", () => {
  it.each([
    ["/", "/"],
    ["/simular?de=antiga#topo", "/simular?de=antiga#topo"],
    ["/locação", "/loca%C3%A7%C3%A3o"],
    ["/€", "/%E2%82%AC"],
    ["/a/../b", "/b"],
  ])("maps %s to %s", (target, path) => {
    expect(pathWithinSite(target)).toBe(path);
  });

  it.each([
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "/\r\nset-cookie: a=b",
    "/.//evil.example",
    "/a/..//evil.example",
    "/%2e//evil.example",
    "/./\\evil.example",
    "javascript:alert(1)",
    "simular",
    "",
  ])("returns null for %j", (target) => {
    expect(pathWithinSite(target)).toBeNull();
  });

  it("returns paths of this site that stay the same when read again", () => {
    fc.assert(
      fc.property(trickyTarget, (target) => {
        const path = pathWithinSite(target);
        if (path === null) return;
        expect(new URL(path, site).origin).toBe(site);
        expect(pathWithinSite(path)).toBe(path);
        // The path is sent in a header. The value of a header must be one line of ASCII.
        expect(path).toMatch(/^\/[\x21-\x7e]*$/);
      }),
      { numRuns: 5_000 },
    );
  });
});

describe("returnPath", () => {
  it("returns the page that sent the person to the login", () => {
    const { search } = new URL(loginPath("/admin/equipe?pagina=2"), "https://payser.example");
    expect(returnPath(search)).toBe("/admin/equipe?pagina=2");
  });

  it.each([
    ["another site", "https://evil.example/"],
    ["a scheme-relative address", "//evil.example/"],
    ["a backslash that browsers read as a slash", "/\\evil.example/"],
    ["a tab that browsers drop", "/\t/evil.example/"],
    ["a path that resolves to another site's address", "/.//evil.example/"],
    ["a script", "javascript:alert(1)"],
    ["the login itself", "/login"],
    ["the client area, which is the login, with its tab", "/area-cliente?aba=cliente#x"],
    ["nothing", ""],
  ])("returns null for %s", (_name, wanted) => {
    expect(returnPath(`?${new URLSearchParams({ voltar: wanted })}`)).toBeNull();
  });
});
