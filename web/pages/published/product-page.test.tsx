import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router-dom";
import { expect, test } from "vitest";
import { CallToAction } from "../../ui/section/sections.tsx";
import { productLook } from "./product-page.tsx";

test("the five products have five different looks", () => {
  const looks = [0, 1, 2, 3, 4].map(productLook);
  expect(new Set(looks.map(({ tone }) => tone)).size).toBe(5);
  expect(new Set(looks.map(({ frame }) => frame)).size).toBe(5);
});

test("a sixth product has a look too", () => {
  expect(productLook(5)).toEqual(productLook(0));
});

const links = [{ _key: "a", label: "Simular", href: "/simular" }];

test("neighbours in the menu have different closing sections", () => {
  const closings = [0, 1, 2, 3, 4].map((position) => productLook(position).closing);
  for (const [index, closing] of closings.slice(1).entries()) {
    expect(closing).not.toBe(closings[index]);
  }
});

test.each(["panel", "band", "line"] as const)("an invitation has the same text as a %s", (look) => {
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <CallToAction title="Vamos?" text="É rápido." links={links} look={look} />
    </MemoryRouter>,
  );
  expect(html).toMatch(/<h2[^>]*>Vamos\?<\/h2>.*É rápido\..*href="\/simular"/s);
  expect(html.includes("call-panel")).toBe(look === "panel");
});
