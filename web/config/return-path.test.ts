import { describe, expect, it } from "vitest";
import { loginPath, returnPath } from "./return-path.ts";

describe("the way back after a login", () => {
  it("is the page that sent the person there", () => {
    const { search } = new URL(loginPath("/admin/equipe?pagina=2"), "https://payser.example");
    expect(returnPath(search)).toBe("/admin/equipe?pagina=2");
  });

  it.each([
    ["another site", "https://evil.example/"],
    ["a scheme-relative address", "//evil.example/"],
    ["a backslash that browsers read as a slash", "/\\evil.example/"],
    ["a tab that browsers drop", "/\t/evil.example/"],
    ["a path that comes out as another site's address", "/.//evil.example/"],
    ["a script", "javascript:alert(1)"],
    ["the login itself", "/login"],
    ["the client area, which is the login, with its tab", "/area-cliente?aba=cliente#x"],
    ["nothing", ""],
  ])("is never %s", (_name, wanted) => {
    expect(returnPath(`?${new URLSearchParams({ voltar: wanted })}`)).toBeNull();
  });
});
