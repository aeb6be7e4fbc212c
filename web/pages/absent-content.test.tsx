import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router-dom";
import { expect, test } from "vitest";
import { ContactPage } from "./contact/contact-page.tsx";
import { HomePage } from "./home/home-page.tsx";
import { ProductPage } from "./published/product-page.tsx";
import { TenantsPage } from "./tenants/tenants-page.tsx";

const hero = { title: "Título", tagline: "Frase", badges: null, links: null, image: null };
const closing = { title: "Vamos?", text: "Texto", links: [] };
const noImage = {
  asset: null,
  hotspot: null,
  crop: null,
  alt: "",
  lqip: null,
  color: null,
  dimensions: null,
};

function render(page: ReactNode) {
  return renderToStaticMarkup(<MemoryRouter>{page}</MemoryRouter>);
}

test("the home page renders without partners, questions, images or buttons", () => {
  const html = render(
    <HomePage
      content={{
        hero,
        notice: null,
        partnersTitle: "Parceiros",
        previousLabel: "Anterior",
        nextLabel: "Próximo",
        partners: [],
        video: { title: "Vídeo", text: null, url: "x", playLabel: "Assistir", poster: noImage },
        benefits: { title: "Benefícios", intro: null, items: [] },
        steps: { title: "Passos", intro: null, items: [] },
        faq: { title: "Perguntas", intro: null, items: [] },
        closing,
        seo: null,
      }}
    />,
  );
  expect(html).toContain(">Título</h1>");
  expect(html).not.toContain("Parceiros");
  expect(html).not.toContain("FAQPage");
});

test("a product without image draws its icons, and without a title keeps its headings in order", () => {
  const html = render(
    <ProductPage
      content={{
        name: "Pix PAYSER",
        path: "/pix-payser",
        position: 1,
        summary: "Conta digital",
        hero,
        benefits: {
          title: null,
          items: [{ _key: "a", icon: "pix", title: "Na hora", text: "Texto" }],
        },
        highlight: null,
        showsCoverage: null,
        coverage: null,
        picture: null,
        description: { title: "Sobre", body: [] },
        closing,
        regulatoryNote: null,
        othersTitle: "Outras soluções",
        others: [],
        seo: null,
      }}
    />,
  );
  expect(html).not.toContain("Outras soluções");
  expect(html).toContain("icon-scene");
  expect(html.indexOf('<h2 class="sr-only">Pix PAYSER</h2>')).toBeGreaterThan(-1);
  expect(html.indexOf("<h2")).toBeLessThan(html.indexOf("<h3"));
});

const picture = {
  title: "Você vê onde o pedido está",
  text: "Um link leva às etapas.",
  links: null,
  image: {
    ...noImage,
    asset: { _type: "reference" as const, _ref: "image-0a1b2c-720x1280-webp" },
    alt: "Tela de celular com as etapas",
    color: "#f7f2ea",
  },
};

function tenantsPage(content: Partial<Parameters<typeof TenantsPage>[0]["content"]>) {
  const advantages = { title: "Vantagens", items: [] };
  const whole = { hero, notice: null, advantages, picture: null, closing: null, seo: null };
  return render(<TenantsPage path="/locatarios" content={{ ...whole, ...content }} />);
}

test("a page omits the call to action and the picture that an editor left out", () => {
  const html = tenantsPage({});
  expect(html).toContain("Vantagens");
  expect(html).not.toContain("Vamos?");
  expect(html).not.toContain("<img");
  expect(tenantsPage({ closing })).toContain("Vamos?");
  expect(tenantsPage({ picture: { ...picture, image: noImage } })).not.toContain(picture.title);
});

test("a picture below the first screen loads lazily and keeps its place with its colour and size", () => {
  const [image = ""] = /<img[^>]*>/.exec(tenantsPage({ picture })) ?? [];
  expect(image).toContain('loading="lazy"');
  expect(image).toContain('width="720" height="1280"');
  expect(image).toContain("background-color:#f7f2ea");
  expect(image).toContain('alt="Tela de celular com as etapas"');
});

test("an upright picture gets the phone frame, also after a crop", () => {
  const phone = tenantsPage({ picture });
  const crop = { _type: "sanity.imageCrop" as const, top: 0.25, bottom: 0.25, left: 0, right: 0 };
  const lying = tenantsPage({ picture: { ...picture, image: { ...picture.image, crop } } });
  expect(phone).toContain('sizes="22rem"');
  expect(lying).not.toContain('sizes="22rem"');
});

test("the contact page renders without settings", () => {
  const texts = { _type: "formField" as const, label: "Campo" };
  const contactForm = {
    title: "Escreva",
    intro: null,
    fields: {
      name: texts,
      email: texts,
      phone: texts,
      subject: texts,
      product: texts,
      message: texts,
    },
    submitLabel: "Enviar",
    sendingLabel: "Enviando",
    requiredNote: "Obrigatórios",
    errorSummaryTitle: "Confira",
    privacyNote: "Privacidade",
  };
  const card = { title: "Canal", text: "Texto", linkLabel: "Abrir" };
  const html = render(
    <ContactPage
      path="/contato"
      content={{
        hero,
        cards: { whatsapp: card, phone: card, email: card, location: card },
        hoursTitle: "Horário",
        hoursText: "Segunda a sexta",
        form: contactForm,
        result: {
          title: "Recebemos",
          text: "Texto",
          protocolLabel: "Protocolo",
          copyLabel: "Copiar",
          copiedLabel: "Copiado",
          emailLabel: "E-mail",
          stepsTitle: "Passos",
          steps: [],
          whatsappLabel: "WhatsApp",
          whatsappMessage: "Olá",
          againLabel: "Outra",
        },
        products: [],
        settings: null,
        seo: null,
      }}
    />,
  );
  expect(html).toContain("Segunda a sexta");
});
