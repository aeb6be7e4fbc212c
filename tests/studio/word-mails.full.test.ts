// @module-tag full
import { expect, test } from "vitest";
import { localProject } from "../../scripts/stack/content-part.ts";
import { filledSimulation, someAddress } from "../functions/filled-forms.ts";
import { eventually, startTestStack, type TestStack } from "../functions/test-stack.ts";
import { openContext } from "../support/pages/browser.ts";
import { mayPrint } from "../support/runner/printed-problems.ts";
import { runStudio } from "./run-studio.ts";
import { expectAccessible, openStudioDesk, signInAsEditor } from "./studio-desk.ts";

const studio = runStudio({ withBackend: true });

/** Sends a simulation and returns the confirmation mail. */
async function confirmation(backend: TestStack): Promise<string> {
  const body = filledSimulation();
  await backend.call("send-simulation-email", { body, from: someAddress() });
  await eventually(() => backend.inbox(body.email)).toHaveLength(1);
  return (await backend.inbox(body.email))[0]?.text ?? "";
}

test("an editor sees a mail while wording it and gets a test, and people get it once it is published", async () => {
  const { desk, stack, backend } = studio;
  const { page } = desk;
  const { editorEmail } = stack;
  await desk.open("structure/mailTexts");
  const preview = page.getByTitle("Como o e-mail fica");
  // The timeout is long, because the preview loads slowly on a busy machine.
  const shown = () => expect.poll(() => preview.getAttribute("srcdoc"), { timeout: 60_000 });
  await shown().toContain("Recebemos a sua simulação</h1>");
  await shown().toContain("PS-2026-00000011");

  await page.getByRole("button", { name: "Simulação recebida", exact: true }).click();
  const heading = desk.field("simulationReceived.heading").locator("input");
  const send = page.getByRole("button", { name: "Enviar um teste para mim" });
  await desk.write("simulationReceived.heading", "Chegou à {{marca}}");
  await desk.text("Título: “{{marca}}” não existe").waitFor();
  expect(await send.isDisabled()).toBe(true);
  await heading.fill("Chegou à {{brandName}}!");
  await shown().toContain("Chegou à Payser!</h1>");

  await page.getByRole("button", { name: "Computador" }).click();
  await eventually(async () => (await preview.boundingBox())?.width).toBe(702);
  await page.getByRole("button", { name: "Celular" }).click();
  await eventually(async () => (await preview.boundingBox())?.width).toBe(362);
  await expectAccessible(desk, "[data-testid=mail-preview]");

  await send.click();
  await desk.text(`Enviado para ${editorEmail}.`).waitFor();
  await eventually(() => backend.inbox(editorEmail)).toHaveLength(1);
  const [tried] = await backend.inbox(editorEmail);
  expect(tried?.subject).toBe("[Teste] Recebemos a sua simulação de fiança");
  expect(tried?.text).toContain("Chegou à Payser!");
  // Mails to applicants do not contain unpublished text.
  expect(await confirmation(backend)).not.toContain("Chegou à Payser!");

  await desk.publish();
  await eventually(() =>
    stack.visitor.fetch(`*[_id == "mailTexts"][0].simulationReceived.heading`),
  ).toBe("Chegou à {{brandName}}!");
  // The first stack's edge functions read the content only every five minutes. A new stack reads the content at once.
  const later = await startTestStack({ content: { ...localProject, apiHost: stack.contentUrl } });
  try {
    expect(await confirmation(later)).toContain("Chegou à Payser!");
  } finally {
    await later.stop();
  }
});

test("each mail is shown, and a test that cannot be sent is reported", async () => {
  const { desk, stack } = studio;
  const { page } = desk;
  await desk.open("structure/mailTexts");
  const preview = page.getByTitle("Como o e-mail fica");
  const mails = page.getByRole("combobox", { name: "E-mail" });
  for (const [name, words] of [
    ["staffKnown", "Esta conta já existe</h1>"],
    ["offerMade", "Aluguéis e encargos não pagos"],
    ["contactNotice", "Nova mensagem de contato: Dúvida sobre a maquininha"],
  ] as const) {
    await mails.selectOption(name);
    await expect.poll(() => preview.getAttribute("srcdoc"), { timeout: 60_000 }).toContain(words);
  }
  await studio.backend.sql`
    update private.limits set most = 1, per = interval '3000 days'
    where action = 'test-mail-by-editor'`;
  const send = page.getByRole("button", { name: "Enviar um teste para mim" });
  await send.click();
  await page
    .getByRole("status")
    .filter({ hasText: `Enviado para ${stack.editorEmail}.` })
    .waitFor();
  const refused = /status of 429 .*send-test-mail/;
  mayPrint(refused);
  await send.click();
  await page.getByRole("alert").filter({ hasText: "Muitas tentativas." }).waitFor();
  // Exactly one error is expected. `splice` removes this error, because any remaining error fails the test.
  expect(desk.unexpectedErrors.splice(0).filter((error) => refused.test(error))).toHaveLength(1);
});

test("another person appears in a document that is open in both studios", async () => {
  // The content API refuses requests from a studio in which nobody has signed in yet.
  const beforeSignIn = /status of 401|Only editors may do this/;
  mayPrint(beforeSignIn);
  const { desk, stack } = studio;
  // The test needs a document without edits. A document that the editor has changed shows the editor's avatar in its
  // history, even when the editor does not have the document open.
  const path = "structure/orderable-product;product-payser-fianca";
  const faces = () => desk.page.locator('[data-ui="Avatar"]').allInnerTexts();
  await desk.open(path);
  await desk.field("name").locator("input").waitFor();
  expect(await faces()).not.toContain("EL");

  const context = await openContext(studio.browser, { width: 1500, height: 1100 });
  const other = await openStudioDesk(context, stack.studioUrl);
  await other.open(path);
  await signInAsEditor(other);
  await other.field("name").locator("input").focus();
  await expect.poll(faces, { timeout: 60_000 }).toContain("EL");
  expect(other.unexpectedErrors.filter((text) => !beforeSignIn.test(text))).toEqual([]);
  await context.close();
});
