import { expect, test } from "vitest";
import { publishVersion } from "./publish-version.ts";
import { runStudio } from "./run-studio.ts";

const studio = runStudio();
const versions = '*[_type == "legalVersion" && subject == $subject] | order(number asc).version';

test("publishing changed terms says which version it makes, makes it, and visitors see both", async () => {
  const { desk, stack } = studio;
  const site = await studio.openSite("/termos");
  await desk.open("structure/paginas;termsPage");
  await desk.write("intro", "Leia cada cláusula antes de simular.");
  const subject = "termsPage";
  expect(await stack.visitor.fetch(versions, { subject })).toEqual(["1"]);
  await publishVersion(desk, "Termos, versão 2");

  await site.getByText("Leia cada cláusula antes de simular.").waitFor();
  expect(await stack.visitor.fetch(versions, { subject })).toEqual(["1", "2"]);
  const former = await (await fetch(`${stack.siteUrl}/termos/versoes/1`)).text();
  expect(former).toContain("O que mudou da versão 1 para a 2");
  expect(former).toMatch(/<ins[^>]*>.*?cada/s);
});

test("a version that is kept can be read in the studio, and not be changed", async () => {
  const { desk } = studio;
  await desk.open("structure/paginas;versoes;versoes-termsPage;legalVersion-termsPage-1");
  await desk.field("title").locator("input").waitFor();
  expect(await desk.field("title").locator("input").isEditable()).toBe(false);
  expect(await desk.publishButton.count()).toBe(0);
});

test("what changes no text is published as ever", async () => {
  const { desk, stack } = studio;
  await desk.open("structure/siteSettings");
  await desk.write("brandName", "Payser Brasil");
  await desk.publish();
  await expect
    .poll(() => stack.visitor.fetch('*[_id == "siteSettings"][0].brandName'))
    .toBe("Payser Brasil");
  expect(await stack.visitor.fetch(versions, { subject: "termsPage" })).toHaveLength(2);
});
