import type { Browser } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser, openVisit } from "../support/browser.ts";
import { type SiteStack, startSiteStack } from "../support/site-stack.ts";
import { unknownPath } from "./site-paths.ts";

let stack: SiteStack;
let browser: Browser;

beforeAll(async () => {
  stack = await startSiteStack();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await stack.close();
});

const navigation = [
  "Home",
  "Quem Somos",
  "Como Funciona",
  "Para Locatários",
  "Para Locadores",
  "Seja Parceiro",
  "Fale Conosco",
  "Área do Cliente",
  "Simular Fiança",
];
const product = ["Solicitar Agora", "Falar com Especialista", "Consulte Nossos Especialistas"];

/** Texts that the specification gives word for word, by the page that shows them. */
const literalTexts: [path: string, texts: string[]][] = [
  [
    "/",
    [
      ...navigation,
      "Alugue Seu Imóvel Sem Fiador",
      "100% seguro e confiável",
      "Aprovação em até 24h",
      "Sem burocracia",
      "Simule Online",
      "Análise Rápida",
      "Receba as Chaves",
    ],
  ],
  ["/quem-somos", ["Quem Somos"]],
  ["/como-funciona", ["Como Funciona", "Simulação", "Análise de Crédito"]],
  ["/locatarios", ["Para Locatários", "Simular Fiança"]],
  ["/locadores", ["Para Locadores", "Seja Parceiro", "Fale Conosco"]],
  ["/contato", ["WhatsApp", "Telefone", "E-mail", "Maringá, PR"]],
  ["/termos", ["818 a 839", "70%", "30 dias", "Maringá, Paraná"]],
  ["/pag-payser", ["Pag Payser", ...product]],
  ["/payser-card", ["Payser Card", "Consulte Nossos Especialistas"]],
  ["/pix-payser", ["Pix PAYSER", "Consulte Nossos Especialistas"]],
  ["/payser-gestao", ["PAYSER Gestão", "Consulte Nossos Especialistas"]],
  ["/payser-fianca", ["PAYSER Fiança", "Consulte Nossos Especialistas"]],
  [
    "/parceiros",
    [
      "Seja Parceiro Payser",
      "Aumente suas Vendas",
      "Segurança Garantida",
      "Suporte Dedicado",
      "Comissões Atrativas",
      "Como Funciona a Parceria",
      "Cadastro e Aprovação",
      "Treinamento e Suporte",
      "Comece a Vender",
      "Solicite sua Parceria",
      "Solicitar Parceria",
      "* Campos obrigatórios",
      "48h",
    ],
  ],
  [unknownPath, ["404", "Oops! Page not found", "Return to Home"]],
];

test.each(literalTexts)("%s shows the texts of the specification", async (path, texts) => {
  const visit = await openVisit(browser);
  await visit.page.goto(stack.siteUrl + path);
  const shown = await visit.page.locator("body").innerText();
  expect(texts.filter((text) => !shown.includes(text))).toEqual([]);
  await visit.close();
});

test("the footer shows who is behind the site, how to reach them and this year", async () => {
  const visit = await openVisit(browser);
  await visit.page.goto(stack.siteUrl);
  const footer = visit.page.locator("footer");
  const text = await footer.innerText();
  const year = new Date().toLocaleDateString("pt-BR", {
    year: "numeric",
    timeZone: "America/Sao_Paulo",
  });
  for (const shown of ["Maringá, PR", "CNPJ", "contato@", `© ${year}`]) {
    expect(text).toContain(shown);
  }
  const targets = await footer
    .locator("a")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  const pages = ["/", "/como-funciona", "/locatarios", "/locadores", "/parceiros", "/sobre"];
  for (const path of [...pages, "/noticias", "/termos", "/privacidade", "/contato"]) {
    expect(targets).toContain(path);
  }
  expect(targets).toContainEqual(expect.stringMatching(/^tel:\+55\d{10,11}$/));
  expect(targets).toContainEqual(expect.stringMatching(/^mailto:/));
  for (const network of ["instagram", "facebook", "linkedin", "youtube"]) {
    expect(targets).toContainEqual(expect.stringContaining(`${network}.com/`));
  }
  await visit.close();
});

test("the contact cards lead to WhatsApp, the phone and the e-mail", async () => {
  const visit = await openVisit(browser);
  await visit.page.goto(`${stack.siteUrl}/contato`);
  const main = visit.page.locator("main");
  const targetOf = (name: string) => main.getByRole("link", { name }).first().getAttribute("href");
  expect(await targetOf("WhatsApp")).toMatch(/^https:\/\/wa\.me\/55\d{10,11}(\?text=|$)/);
  expect(await targetOf("Ligar")).toMatch(/^tel:\+55/);
  expect(await targetOf("e-mail")).toMatch(/^mailto:[^@]+@/);
  expect(await main.innerText()).toContain("Segunda a sexta, das 9h às 18h (horário de Brasília)");
  await visit.close();
});
