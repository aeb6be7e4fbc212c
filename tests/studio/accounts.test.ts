import { expect, test } from "vitest";
import { openContext } from "../support/browser.ts";
import { mayPrint } from "../support/printed-problems.ts";
import { runStudio } from "./run-studio.ts";
import { openStudioDesk } from "./studio-desk.ts";

const studio = runStudio();

// The studio saves some moments after the last key.
const saved = { timeout: 60_000 };

test("who signs out chooses an account; an editor reads the business rules and cannot change them", async () => {
  mayPrint(/401/);
  const { desk } = studio;
  const { page } = desk;
  await desk.open("structure/businessRules");
  await page.getByRole("link", { name: "Consultas" }).waitFor();
  await page.locator("#user-menu").click();
  await page.getByRole("menuitem", { name: "Sair" }).click();
  await page.getByText("Entrar como").waitFor();
  expect(desk.unexpectedErrors.splice(0).every((text) => text.includes("401"))).toBe(true);
  await page.getByText("Edição local").click();

  await desk.text("Seu papel").waitFor();
  const hours = desk.field("approvalHours").locator("input");
  expect(await hours.isEditable()).toBe(false);
  expect(await desk.publishButton.isDisabled()).toBe(true);
  expect(await page.getByRole("link", { name: "Consultas" }).count()).toBe(0);
});

test("an editor changes the rest, but not the path of what is online", async () => {
  const { desk, stack } = studio;
  await desk.open("structure/orderable-product;product-pix-payser");
  await desk.write("menuLabel", "Pix");
  await desk.publish();
  const label = '*[_id == "product-pix-payser"][0].menuLabel';
  await expect.poll(() => stack.visitor.fetch(label), saved).toBe("Pix");
  await desk.write("slug", "pix-novo");
  await expect.poll(() => desk.publishButton.isDisabled(), saved).toBe(true);
});

test("another person is seen in the document that is open in both studios", async () => {
  const { desk, stack } = studio;
  const browser = desk.page.context().browser();
  if (!browser) throw new Error("There is no browser");
  const context = await openContext(browser, { width: 1500, height: 1100 });
  const other = await openStudioDesk(context, stack.studioUrl);
  // Nobody has edited this one: its history shows no face.
  await other.open("structure/orderable-product;product-payser-fianca");
  const faces = () => other.page.locator('[data-ui="Avatar"]').allInnerTexts();
  await other.field("name").locator("input").waitFor();
  expect(await faces()).not.toContain("EL");
  await desk.open("structure/orderable-product;product-payser-fianca");
  await desk.field("name").locator("input").focus();
  await expect.poll(faces, saved).toContain("EL");
  expect(other.unexpectedErrors).toEqual([]);
  await context.close();
});
