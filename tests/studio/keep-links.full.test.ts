// @module-tag full
import { expect, test } from "vitest";
import { runStudio } from "./run-studio.ts";
import { expectAccessible, renamePath } from "./studio-desk.ts";

const studio = runStudio();

// Timeout of a save, which is long because the studio saves only some moments after the last key press.
const saved = { timeout: 60_000 };

test("the link report shows no broken link, then a broken one, and opens it", async () => {
  const { desk, stack } = studio;
  const { page } = desk;
  await desk.open("structure/links");
  await desk.text("Nenhum: todos os links e redirecionamentos levam a algum lugar.").waitFor();

  const lost = { _key: "lost", _type: "link", label: "Perdido", kind: "address", href: "/sumiu" };
  await stack.editor.patch("footer").set({ "columns[0].links[0]": lost }).commit();
  await page.getByRole("button", { name: "Verificar de novo" }).click();
  await desk.text("Nada do site responde em /sumiu.").waitFor();
  await desk.text("Links quebrados (1)").waitFor();
  await expectAccessible(desk, "[data-testid=links-report]");

  await page.getByRole("link", { name: "Rodapé", exact: true }).click();
  const opened = page.getByRole("dialog").getByRole("textbox").last();
  await expect.poll(() => opened.inputValue(), { timeout: 30_000 }).toBe("/sumiu");
});

test("the placeholder list shows a placeholder, leads to it and drops it when it is replaced", async () => {
  const { desk, stack } = studio;
  const { page } = desk;
  await desk.open("structure/provisorios");
  await desk.text("Troque estes valores antes de colocar o site no ar.").waitFor();
  const cnpj = page.getByRole("listitem").filter({ hasText: "o CNPJ da empresa" });
  expect(await cnpj.getByRole("link", { name: "Configurações" }).getAttribute("href")).toContain(
    "siteSettings",
  );
  await expectAccessible(desk, "[data-testid=placeholder-list]");
  await stack.editor.patch("siteSettings").set({ cnpj: "11.222.333/0001-81" }).commit();
  await cnpj.waitFor({ state: "detached" });
});

test("an editor chooses a link's target, and values of the former kind disappear", async () => {
  const { desk, stack } = studio;
  const { page } = desk;
  const link = "*[_id == 'drafts.homePage'][0].hero.links[0]{ kind, place, anchor, href }";
  await desk.open("structure/paginas;homePage");
  await desk.field("hero.links").getByText("Simular Fiança").first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("WhatsApp").check();
  await dialog.getByLabel("Número, com DDD").fill("(44) 99999-8888");
  await dialog.getByLabel("Mensagem que já vem escrita").fill("Olá!");
  const href = "https://wa.me/5544999998888?text=Ol%C3%A1!";
  await expect
    .poll(() => stack.editor.fetch(link), saved)
    .toEqual({ kind: "whatsapp", place: null, anchor: null, href });

  await dialog.getByLabel("Lugar do site").check();
  await dialog.getByRole("combobox").first().selectOption("/termos");
  await dialog.getByRole("combobox").nth(1).selectOption({ label: "17. Lei aplicável e foro" });
  await expect
    .poll(() => stack.editor.fetch(link), saved)
    .toEqual({ kind: "place", place: "/termos", anchor: "clausula-foro", href: null });
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await desk.field("hero.links").getByText("/termos#clausula-foro").waitFor();
});

test("a document that others link to cannot be deleted: the studio lists each of them once", async () => {
  const { desk, stack } = studio;
  const { page } = desk;
  const product = "product-pix-payser";
  const target = { kind: "document", document: { _type: "reference", _ref: product } };
  const redirect = { _type: "redirect", permanent: true, target };
  await stack.editor.create({ ...redirect, _id: "old-path", from: "/pix-antigo" });
  await stack.editor.create({ ...redirect, _id: "drafts.later", from: "/pix-depois" });
  // The page's link to itself must not prevent the deletion of the page.
  const own = { _key: "own", _type: "link", label: "Ver de novo", ...target };
  await stack.editor
    .patch(product)
    .set({ "closing.links": [own] })
    .commit();
  await desk.open(`structure/orderable-product;${product}`);
  await desk.field("name").waitFor();
  await desk.chooseAction("Excluir");
  const dialog = page.getByRole("dialog");
  const linking = dialog.getByTestId("linking-documents").getByRole("listitem");
  await linking.first().waitFor();
  const named = await linking.allInnerTexts();
  expect(named.filter((name) => name.startsWith("Redirecionamento"))).toEqual([
    "Redirecionamento: /pix-depois (no rascunho)",
    "Redirecionamento: /pix-antigo",
  ]);
  expect(named).toContain("Quem somos");
  expect(new Set(named).size).toBe(named.length);
  expect(named.join()).not.toContain("Produto: Pix");
  await expectAccessible(desk, "[role=dialog]");
  expect(await dialog.getByRole("button", { name: "Excluir" }).count()).toBe(0);
  await dialog.getByRole("button", { name: "Fechar" }).last().click();
  await dialog.waitFor({ state: "hidden" });
  expect(await stack.visitor.fetch("count(*[_id == $product])", { product })).toBe(1);

  await desk.open("structure/redirect;later");
  await desk.field("from").waitFor();
  await desk.chooseAction("Excluir");
  await dialog.getByRole("button", { name: "Excluir", exact: true }).click();
  await expect.poll(() => stack.editor.fetch("count(*[_id == 'drafts.later'])"), saved).toBe(0);
});

/** Returns the redirect target of a path, or the HTTP status when there is no redirect. */
async function answerOf(path: string): Promise<string> {
  const reply = await fetch(studio.stack.siteUrl + path, { redirect: "manual" });
  return `${reply.status} ${reply.headers.get("location") ?? ""}`.trim();
}

test("a former path redirects to the newest one after each change, and back", async () => {
  const { desk, stack } = studio;
  const redirects =
    "*[_type == 'redirect' && _id != 'old-path'] | order(from){ from, 'to': target.document._ref }";
  const to = "product-pag-payser";
  await desk.open(`structure/orderable-product;${to}`);

  await renamePath(desk, "maquininha", "Publicar e redirecionar");
  await expect.poll(() => answerOf("/pag-payser")).toBe("301 /maquininha");
  await expect.poll(() => answerOf("/maquininha")).toBe("200");
  expect(await stack.visitor.fetch(redirects)).toEqual([{ from: "/pag-payser", to }]);

  // The page cannot be deleted, because other documents link to it. The studio names these documents.
  await desk.chooseAction("Excluir");
  const dialog = desk.page.getByRole("dialog");
  await dialog.getByText("Redirecionamento: /pag-payser", { exact: true }).waitFor();
  await desk.page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });

  await renamePath(desk, "ponto-de-venda", "Publicar e redirecionar");
  await expect.poll(() => answerOf("/maquininha")).toBe("301 /ponto-de-venda");
  await expect.poll(() => answerOf("/pag-payser")).toBe("301 /ponto-de-venda");

  // The page may return to its former path. The redirect that starts at this path is then removed.
  await renamePath(desk, "pag-payser", "Publicar sem redirecionar", async () => {
    await desk.page.getByLabel("Manter /ponto-de-venda como redirecionamento").uncheck();
  });
  await expect.poll(() => answerOf("/pag-payser")).toBe("200");
  await expect.poll(() => answerOf("/maquininha")).toBe("301 /pag-payser");
  await expect.poll(() => answerOf("/ponto-de-venda")).toBe("404");
  expect(await stack.visitor.fetch(redirects)).toEqual([{ from: "/maquininha", to }]);
});
