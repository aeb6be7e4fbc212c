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

test("a path of the site is navigated in place", () => {
  expect(render("/contato")).toBe('<a href="/contato">texto</a>');
});

test("other sites get no handle on this window", () => {
  expect(render("https://exemplo.com.br")).toContain('rel="noopener"');
});

test.each(["mailto:a@b.com", "tel:+5544999998888", "//outro.com.br/x"])(
  "the browser follows %s itself",
  (href) => {
    expect(render(href)).toBe(`<a href="${href}">texto</a>`);
  },
);
