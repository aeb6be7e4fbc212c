import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { PageHead } from "./head.tsx";
import { SiteProvider } from "./site-context.tsx";

const site = {
  origin: "https://payser.example",
  name: "Payser",
  title: "Payser: fiança digital",
  description: "Alugue sem fiador",
  serviceArea: "Todo o Brasil",
  phone: "4430001111",
  email: "contato@payser.example",
  notices: undefined,
  image: { path: "/imagens/padrao/previa.jpg", alt: "Payser" },
};

function render(head: React.ReactNode) {
  return renderToStaticMarkup(<SiteProvider value={site}>{head}</SiteProvider>);
}

test("PageHead prefers the editors' search texts", () => {
  const image = { asset: { _ref: "image-abc-1200x630-jpg" }, alt: "Casa" };
  const seo = { title: "Título", description: "Descrição", image };
  const html = render(<PageHead seo={seo} path="/contato" title="Contato" />);
  expect(html).toContain("<title>Título</title>");
  expect(html).toContain('<meta name="description" content="Descrição"/>');
  expect(html).toContain('<link rel="canonical" href="https://payser.example/contato"/>');
  expect(html).toContain('content="https://payser.example/imagens/abc-1200x630-jpg/previa.jpg"');
});

const hero = { title: "Fale Conosco", tagline: "Estamos aqui", image: null };

test("PageHead falls back to the page's texts, then to the site's", () => {
  const html = render(<PageHead seo={null} path="/contato" title="Contato" hero={hero} />);
  expect(html).toContain("<title>Contato | Payser</title>");
  expect(html).toContain('<meta name="description" content="Estamos aqui"/>');
  const bare = render(<PageHead seo={null} path="/" hero={null} />);
  expect(bare).toContain("<title>Payser: fiança digital</title>");
  expect(bare).toContain('content="Alugue sem fiador"');
});

test("PageHead repeats each sharing text for Open Graph and Twitter", () => {
  const html = render(<PageHead seo={null} path="/contato" title="Contato" hero={hero} />);
  for (const tag of ['property="og', 'name="twitter']) {
    expect(html).toContain(`<meta ${tag}:title" content="Contato | Payser"/>`);
    expect(html).toContain(`<meta ${tag}:description" content="Estamos aqui"/>`);
    expect(html).toMatch(
      new RegExp(`<meta ${tag}:image" content="https://payser.example/imagens/pagina/contato.jpg`),
    );
  }
});

test("a page without a share image links a card with its title", () => {
  const html = render(<PageHead seo={null} path="/contato" title="Contato" hero={hero} />);
  expect(html).toMatch(
    /content="https:\/\/payser\.example\/imagens\/pagina\/contato\.jpg\?versao=\w+"/,
  );
  expect(html).toContain('<meta property="og:image:alt" content="Fale Conosco"/>');
});

test("a page with a vector as share image links its card", () => {
  const image = { asset: { _ref: "image-abc-100x100-svg" }, alt: "" };
  const seo = { title: null, description: null, image };
  expect(render(<PageHead seo={seo} path="/" hero={hero} />)).toContain("/imagens/pagina.jpg?");
});

test("a private page links the site's image", () => {
  const html = render(<PageHead seo={null} path="/area-cliente" title="Área" noIndex />);
  expect(html).toContain("/imagens/padrao/previa.jpg");
  expect(html).not.toContain("/imagens/pagina");
});

test("a private page has no canonical link and is not indexed", () => {
  const html = render(<PageHead seo={null} path="/area-cliente" noIndex />);
  expect(html).toContain('<meta name="robots" content="noindex"/>');
  expect(html).not.toContain("canonical");
});
