import sharp from "sharp";
import { expect, test } from "vitest";
import { expectNoEnglish } from "./english-texts.ts";
import { runStudio } from "./run-studio.ts";
import { succeeds } from "./succeeds.ts";

const studio = runStudio();

// The library gathers for two seconds what others change.
const saved = { timeout: 60_000 };
const uploaded = '*[_type == "sanity.imageAsset" && originalFilename match "fachada*"]';

const fetchOne = (query: string) => studio.stack.editor.fetch<unknown>(query);
const button = (name: string) => studio.desk.page.getByRole("button", { name, exact: true });
const dialog = () => studio.desk.page.getByRole("dialog").last();

async function openLibrary(): Promise<void> {
  const { desk } = studio;
  // A studio that has come to rest: while it starts it may build what is shown a second time.
  await desk.open("structure/orderable-partner;partner-ipe-do-vale");
  await desk.publishButton.waitFor();
  await desk.page.getByRole("link", { name: "Biblioteca" }).click();
  await desk.text("partner-ipe-do-vale.png").waitFor();
}

/** Does something until a dialog has come that stays, which a busy studio may close once. */
async function openDialog(open: () => Promise<void>, field: string): Promise<void> {
  await expect
    .poll(async () => {
      if (!(await dialog().isVisible())) await succeeds(open());
      return succeeds(dialog().getByLabel(field).waitFor({ timeout: 5_000 }));
    }, saved)
    .toBe(true);
}

/** Opens the details of a file of the list. */
function openFile(name: string): Promise<void> {
  const image = studio.desk.page.getByAltText(name);
  return openDialog(() => image.click({ timeout: 5_000 }), "Nome do arquivo");
}

test("an image is sent, found by its tag, kept in a folder, and taken out again", async () => {
  const { desk, stack } = studio;
  const { page } = desk;
  const create = { width: 40, height: 30, channels: 3, background: "#0a5a4f" } as const;
  const buffer = await sharp({ create }).png().toBuffer();
  await openLibrary();
  await expectNoEnglish(page);
  const file = { name: "fachada.png", mimeType: "image/png", buffer };
  await page.locator("input[type=file]").setInputFiles(file);
  await desk.text("fachada.png").waitFor();
  await expect.poll(() => fetchOne(`count(${uploaded})`), saved).toBe(1);

  await openDialog(() => button("Criar etiqueta").click({ timeout: 5_000 }), "Nome");
  await dialog().getByRole("textbox").fill("campanha");
  await expectNoEnglish(page);
  await dialog().getByRole("button", { name: "Salvar e fechar" }).click();
  await desk.text("Etiqueta criada").waitFor();
  const name = { _type: "slug", current: "da colega" };
  // What is made while the library connects anew is missed by it.
  await expect
    .poll(async () => {
      await stack.editor.create({ _type: "media.tag", name });
      return succeeds(desk.text("da colega").waitFor({ timeout: 10_000 }));
    }, saved)
    .toBe(true);

  await button("Mostrar ou esconder as pastas").click();
  await openDialog(() => button("Criar pasta").click({ timeout: 5_000 }), "Nome da pasta");
  await dialog().getByRole("textbox").fill("Fachadas");
  await expectNoEnglish(page);
  await dialog().getByRole("button", { name: "Salvar e fechar" }).click();
  await desk.text("Pasta criada").waitFor();

  // The new folder is the one that is shown.
  await desk.text("Todos").click();
  await openFile("fachada.png");
  await dialog().getByLabel("Título").fill("A fachada da sede");
  await dialog().getByRole("combobox").fill("campanha");
  await page.keyboard.press("Enter");
  await expectNoEnglish(page);
  await dialog().getByRole("button", { name: "Salvar e fechar" }).click();
  const kept = `${uploaded}[0]{ title, "tag": opt.media.tags[0]->name.current }`;
  await expect
    .poll(() => fetchOne(kept), saved)
    .toEqual({ title: "A fachada da sede", tag: "campanha" });

  await button("Adicionar filtro").click();
  await expectNoEnglish(page);
  await page.getByRole("menuitem", { name: "Em uso" }).click();
  await button("Sim").click();
  await page.getByRole("menuitem", { name: "Não" }).click();
  await desk.text("partner-ipe-do-vale.png").waitFor({ state: "hidden" });
  await openFile("fachada.png");
  await dialog().getByRole("button", { name: "Excluir" }).click();
  await expectNoEnglish(page);
  await button("Sim, excluir 1 arquivo").click();
  await expect.poll(() => fetchOne(`count(${uploaded})`), saved).toBe(0);
  await desk.text("Nada corresponde à busca.").waitFor();
});

test("an image in use says where, and is not deleted", async () => {
  const { desk } = studio;
  await openLibrary();
  await openFile("partner-ipe-do-vale.png");
  await dialog().getByRole("tab", { name: "Usado em (1)" }).click();
  await dialog().getByText("Ipê do Vale").waitFor();
  await dialog().getByRole("button", { name: "Excluir" }).click();
  await button("Sim, excluir 1 arquivo").click();
  await desk.text("Não foi possível excluir 1 arquivo").waitFor();
  expect(await fetchOne('count(*[originalFilename == "partner-ipe-do-vale.png"])')).toBe(1);
});

test("an image for a field is chosen in the library", async () => {
  const { desk } = studio;
  const { page } = desk;
  const logo = '*[_id == "drafts.partner-ipe-do-vale"][0].logo.asset->originalFilename';
  await desk.open("structure/orderable-partner;partner-ipe-do-vale");
  await page.getByTestId("options-menu-button").first().click();
  await page.getByRole("menuitem", { name: "Selecionar" }).click();
  await desk.text("Escolha um arquivo").waitFor();
  await expectNoEnglish(page);
  await page.getByAltText("partner-chave-e-lar.png").click();
  await expect.poll(() => fetchOne(logo), saved).toBe("partner-chave-e-lar.png");
});
