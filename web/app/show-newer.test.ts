// @vitest-environment jsdom
import { expect, test } from "vitest";
import { formReadyEvent } from "../ui/form/form-ready.ts";
import { navigatedEvent } from "./page-state.ts";
import { keepTyped } from "./show-newer.ts";

const form = (version: number) => `<form>
  <input type="hidden" name="version" value="${version}">
  <input name="name"><input type="email" name="email"><textarea name="message"></textarea>
  <input type="radio" name="kind" value="house"><input type="radio" name="kind" value="flat">
  <select name="state"><option>AC</option><option>PR</option></select></form>`;

const field = (name: string) =>
  document.querySelector<HTMLInputElement>(`[name=${name}]`) ?? expect.fail(name);
const values = () => [
  ...["version", "name", "message", "state"].map((name) => field(name).value),
  document.querySelector<HTMLInputElement>("[name=kind]:checked")?.value,
];

/** Replaces the form by a new element. React does the same when it renders the page anew. */
async function showAnew(page: HTMLElement, version: number): Promise<void> {
  page.innerHTML = form(version);
  page.firstElementChild?.dispatchEvent(new Event(formReadyEvent, { bubbles: true }));
  await new Promise((next) => setTimeout(next));
}

test("keepTyped restores typed values and the focus once when the form is replaced", async () => {
  const page = document.body;
  page.innerHTML = form(1);
  keepTyped(page);
  field("name").value = "Ana";
  field("message").value = "Olá";
  field("state").value = "PR";
  document.querySelector<HTMLInputElement>("[value=flat]")?.click();
  field("message").focus();
  await showAnew(page, 2);
  expect(values()).toEqual(["2", "Ana", "Olá", "PR", "flat"]);
  expect(document.activeElement).toBe(field("message"));

  await showAnew(page, 3);
  expect(values()).toEqual(["3", "", "", "AC", undefined]);
});

test("keepTyped drops typed values when another page is opened", async () => {
  const page = document.body;
  page.innerHTML = form(1);
  keepTyped(page);
  field("name").value = "Ana";
  document.dispatchEvent(new Event(navigatedEvent));
  await showAnew(page, 2);
  expect(values()).toEqual(["2", "", "", "AC", undefined]);
});

test("keepTyped restores the caret and the selection", async () => {
  const page = document.body;
  page.innerHTML = form(1);
  keepTyped(page);
  field("message").value = "Bom dia, tudo bem?";
  field("message").focus();
  field("message").setSelectionRange(4, 7);
  await showAnew(page, 2);
  const { selectionStart, selectionEnd } = field("message");
  expect([selectionStart, selectionEnd]).toEqual([4, 7]);
});

test("keepTyped restores the focus of a field without a caret position", async () => {
  const page = document.body;
  page.innerHTML = form(1);
  keepTyped(page);
  field("email").value = "ana@exemplo.com.br";
  field("email").focus();
  await showAnew(page, 2);
  expect(document.activeElement).toBe(field("email"));
  expect(field("email").value).toBe("ana@exemplo.com.br");
});
