import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router-dom";
import { expect, test } from "vitest";
import type { LayoutQueryResult } from "../content/sanity.types.ts";
import { SiteLayout } from "./site-layout.tsx";

const content: LayoutQueryResult = {
  settings: {
    brandName: "Payser",
    legalName: "Payser Ltda.",
    cnpj: "00.000.000/0000-00",
    address: {
      street: "Rua Um, 1",
      district: null,
      city: "Maringá",
      state: "PR",
      postalCode: "87000-000",
    },
    email: "contato@payser.example",
    phone: "4430001111",
    serviceArea: "Todo o Brasil",
    openingHours: "Segunda a sexta",
    socialLinks: null,
    dataProtectionOfficer: { name: "Ana", email: "dados@payser.example" },
    defaultSeo: {
      title: "Payser",
      description: "Fiança digital",
      image: {
        asset: null,
        hotspot: null,
        crop: null,
        alt: "Payser",
        lqip: null,
        color: null,
        dimensions: null,
      },
    },
    regulatoryNote: null,
    skipLinkLabel: "Pular para o conteúdo",
    liveUpdateLabel: null,
    notices: {
      areaNeedsScript: "",
      sendingNeedsScript: "",
      scriptAdvice: "",
      sendingUnavailable: "",
      otherChannelLabel: "",
      notConfirmed: "",
      tryAgain: "",
      homeLabel: "",
      mistypedQuestion: "",
      mistypedYesLabel: "",
      mistypedNoLabel: "",
    },
  },
  navigation: {
    items: [{ _key: "a", label: "Quem Somos", href: "/quem-somos" }],
    productsLabel: "Produtos",
    clientAreaLabel: "Área do Cliente",
    trackLabel: "Acompanhar pedido",
    contractLabel: "Meu contrato",
    simulateLabel: "Simular Fiança",
    manageLabel: "Gerenciar",
    manageLabelMobile: "Gerenciar Simulações",
    openMenuLabel: "Abrir menu",
    closeMenuLabel: "Fechar menu",
    mainMenuLabel: "Menu principal",
  },
  footer: {
    about: "Sobre nós",
    columns: [],
    contactTitle: "Contato",
    socialTitle: "Redes",
    officerLabel: "Encarregada:",
    copyright: "Payser",
  },
  products: [
    {
      _id: "p",
      menuLabel: "Pix PAYSER",
      summary: "Receba na hora.",
      path: "/pix-payser",
      icon: "pix",
    },
  ],
};

function render(shown: LayoutQueryResult, isStaff = false, path = "/") {
  return renderToStaticMarkup(
    <MemoryRouter initialEntries={[path]}>
      <SiteLayout content={shown} origin="https://payser.example" isStaff={isStaff}>
        <h1>Página</h1>
      </SiteLayout>
    </MemoryRouter>,
  );
}

test("header and footer show the menu, the products and the company", () => {
  const html = render(content);
  expect(html).toContain('href="/pix-payser"');
  expect(html).toContain("Receba na hora.");
  expect(html).toContain("CNPJ 00.000.000/0000-00");
  expect(html).toContain("(44) 3000-1111");
  expect(html).toContain("dados@payser.example");
  expect(html).toContain(String(new Date().getFullYear()));
});

test("the header links to the staff area for staff only", () => {
  expect(render(content)).not.toContain("Gerenciar");
  expect(render(content, true)).toContain(">Gerenciar</a>");
  expect(render(content, true)).toContain(">Gerenciar Simulações</a>");
});

test("the menu marks the current page", () => {
  const current = /<a aria-current="page"[^>]*href="\/quem-somos"/;
  expect(render(content, false, "/quem-somos")).toMatch(current);
  expect(render(content)).not.toMatch(current);
});

test("a page stays readable without published settings, menu and footer", () => {
  const html = render({ settings: null, navigation: null, footer: null, products: [] });
  expect(html).toContain("<h1>Página</h1>");
});
