import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router-dom";
import { expect, test } from "vitest";
import { SiteLink } from "./links.tsx";

function render(href: string) {
  return renderToStaticMarkup(
    <MemoryRouter>
      <SiteLink href={href}>texto</SiteLink>
    </MemoryRouter>,
  );
}

test("SiteLink navigates to a path of the site in place", () => {
  expect(render("/contato")).toBe('<a href="/contato">texto</a>');
});

test("SiteLink gives other sites no access to this window", () => {
  expect(render("https://exemplo.com.br")).toContain('rel="noopener"');
});

test.each(["mailto:a@b.com", "tel:+5544999998888", "//outro.com.br/x"])(
  "SiteLink leaves %s to the browser",
  (href) => {
    expect(render(href)).toBe(`<a href="${href}">texto</a>`);
  },
);
