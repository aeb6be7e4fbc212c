import { expect, test } from "vitest";
import { mayPrint } from "../support/printed-problems.ts";
import { runStudio } from "./run-studio.ts";

const studio = runStudio();

// The studio saves some moments after the last key.
const saved = { timeout: 15_000 };

test("the report says that nothing is broken, then what is, and opens it", async () => {
  const { desk, stack } = studio;
  const { page } = desk;
  await desk.open("structure/links-e-imagens");
  await desk.text("Nenhum: todos os links e redirecionamentos levam a algum lugar.").waitFor();
  await desk.text("Nenhuma: todas as imagens aparecem em algum documento.").waitFor();

  const lost = { _key: "lost", _type: "link", label: "Perdido", kind: "address", href: "/sumiu" };
  await stack.editor.patch("footer").set({ "columns[0].links[0]": lost }).commit();
  const logo = "*[_type == 'partner'][0]";
  const partner = await stack.editor.fetch<{ _id: string }>(logo);
  await stack.editor.patch(partner._id).unset(["logo"]).commit();
  await page.getByRole("button", { name: "Verificar de novo" }).click();
  await desk.text("Nada do site responde em /sumiu.").waitFor();
  await desk.text("Imagens sem uso (1)").waitFor();

  await page.getByRole("link", { name: "Rodapé", exact: true }).click();
  const opened = page.getByRole("dialog").getByRole("textbox").last();
  await expect.poll(() => opened.inputValue(), { timeout: 30_000 }).toBe("/sumiu");
});

test("where a link leads is chosen, and what a former choice was filled in with goes", async () => {
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

test("an editor sees where a product is linked, and it cannot be deleted", async () => {
  mayPrint(/409/);
  const { desk, stack } = studio;
  const { page } = desk;
  const product = "product-pix-payser";
  await stack.editor.create({
    _id: "old-path",
    _type: "redirect",
    from: "/pix-antigo",
    permanent: true,
    target: { kind: "document", document: { _type: "reference", _ref: product } },
  });
  await desk.open(`structure/orderable-product;${product}`);
  await desk.field("name").waitFor();
  await desk.chooseAction("Excluir");
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Quem somos").waitFor();
  await dialog.getByText("/pix-antigo", { exact: true }).waitFor();

  await dialog.getByRole("button", { name: "Excluir mesmo assim" }).click();
  await desk.text("há outros documentos que se referem a ele").waitFor();
  expect(await stack.visitor.fetch("count(*[_id == $product])", { product })).toBe(1);
  expect(desk.unexpectedErrors.splice(0)).toEqual([expect.stringContaining("409")]);
});
