import { expect, test } from "vitest";
import { runStudio } from "./run-studio.ts";

const studio = runStudio();

test("what has to be replaced before going live is listed, leads there, and leaves the list", async () => {
  const { desk, stack } = studio;
  const { page } = desk;
  await desk.open("structure/provisorios");
  await desk.text("Troque estes valores antes de colocar o site no ar.").waitFor();
  const cnpj = page.getByRole("listitem").filter({ hasText: "o CNPJ da empresa" });
  expect(await cnpj.getByRole("link", { name: "Configurações" }).getAttribute("href")).toContain(
    "siteSettings",
  );
  await stack.editor.patch("siteSettings").set({ cnpj: "11.222.333/0001-81" }).commit();
  await cnpj.waitFor({ state: "detached" });
});

test("a text counts its characters, and is pointed out when it no longer fits", async () => {
  const { desk } = studio;
  const { page } = desk;
  await desk.open("structure/siteSettings");
  await desk.write("brandName", "Payser");
  await desk.field("brandName").getByText("6 de 150 caracteres").waitFor();
  await desk.write("brandName", "a".repeat(151));
  await desk.field("brandName").getByText("151 de 150 caracteres").waitFor();
  await page.getByRole("button", { name: "Validação" }).click();
  await desk.text("De preferência, use até 150 caracteres: agora são 151").waitFor();
});
