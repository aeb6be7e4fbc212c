import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { PageHead } from "./page-head.tsx";
import { SiteProvider } from "./site-context.tsx";

const site = {
  origin: "https://payser.example",
  name: "Payser",
  title: "Payser: fiança digital",
  description: "Alugue sem fiador",
  image: { path: "/imagens/padrao/previa.jpg", alt: "Payser" },
};

function render(head: React.ReactNode) {
  return renderToStaticMarkup(<SiteProvider value={site}>{head}</SiteProvider>);
}

test("what editors wrote comes first", () => {
  const image = { asset: { _ref: "image-abc-1200x630-jpg" }, alt: "Casa" };
  const seo = { title: "Título", description: "Descrição", image };
  const html = render(<PageHead seo={seo} path="/contato" title="Contato" />);
  expect(html).toContain("<title>Título</title>");
  expect(html).toContain('<meta name="description" content="Descrição"/>');
  expect(html).toContain('<link rel="canonical" href="https://payser.example/contato"/>');
  expect(html).toContain('content="https://payser.example/imagens/abc-1200x630-jpg/previa.jpg"');
});

test("a page without search texts falls back to its own title and the site's", () => {
  const html = render(<PageHead seo={null} path="/contato" title="Contato" />);
  expect(html).toContain("<title>Contato | Payser</title>");
  expect(html).toContain('content="Alugue sem fiador"');
  expect(html).toContain('content="https://payser.example/imagens/padrao/previa.jpg"');
});

test("a vector is no preview, so the site's image is shown", () => {
  const image = { asset: { _ref: "image-abc-100x100-svg" }, alt: "" };
  const html = render(<PageHead seo={{ title: null, description: null, image }} path="/" />);
  expect(html).toContain("/imagens/padrao/previa.jpg");
});

test("a private page has no canonical link and is kept out of search", () => {
  const html = render(<PageHead seo={null} path="/area-cliente" noIndex />);
  expect(html).toContain('<meta name="robots" content="noindex"/>');
  expect(html).not.toContain("canonical");
});
