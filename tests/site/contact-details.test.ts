import { expect, test } from "vitest";
import { openVisit } from "../support/browser.ts";
import { useSite } from "./run-site.ts";

const site = useSite();

test("the footer shows who is behind the site, how to reach them and this year", async () => {
  const visit = await openVisit(site.browser);
  await visit.page.goto(site.stack.siteUrl);
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
  const visit = await openVisit(site.browser);
  await visit.page.goto(`${site.stack.siteUrl}/contato`);
  const main = visit.page.locator("main");
  const targetOf = (name: string) => main.getByRole("link", { name }).first().getAttribute("href");
  expect(await targetOf("WhatsApp")).toMatch(/^https:\/\/wa\.me\/55\d{10,11}(\?text=|$)/);
  expect(await targetOf("Ligar")).toMatch(/^tel:\+55/);
  expect(await targetOf("e-mail")).toMatch(/^mailto:[^@]+@/);
  expect(await main.innerText()).toContain("Segunda a sexta, das 9h às 18h (horário de Brasília)");
  await visit.close();
});
