import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { LogoCarousel } from "./logo-carousel.tsx";

test("LogoCarousel is a focusable list in the given order before hydration", () => {
  const html = renderToStaticMarkup(
    <LogoCarousel
      label="Parceiros"
      previousLabel="Anterior"
      nextLabel="Próximo"
      items={[
        { id: "a", logo: "Um", href: "https://um.example" },
        { id: "b", logo: "Dois", href: null },
      ]}
    />,
  );
  expect(html).toMatch(/<section[^>]* aria-label="Parceiros" tabindex="0"><ul/i);
  expect(html).toMatch(/<li[^>]*><a href="https:\/\/um\.example"[^>]*>Um<\/a><\/li><li[^>]*>Dois/);
  expect(html).toContain('aria-label="Anterior"');
  expect(html).toContain('aria-label="Próximo"');
});
