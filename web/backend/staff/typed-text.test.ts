import { expect, test } from "vitest";
import { browserStorage } from "../browser-storage.ts";
import { typedTextKeeper } from "./typed-text.ts";

const rita = "6f1e2d3c-4b5a-4c6d-8e7f-001122334455";
const bruno = "6f1e2d3c-4b5a-4c6d-8e7f-001122334466";

/** A form with fields that a test fills, as react-hook-form would. */
function formOf(...names: string[]) {
  const values = new Map<string, unknown>(names.map((name) => [name, ""]));
  const listeners = new Set<(changed: { name: string }) => void>();
  return {
    values,
    getValues: (name: string) => values.get(name),
    setValue: (name: string, value: unknown) => void values.set(name, value),
    subscribe({ callback }: { callback: (changed: { name: string }) => void }) {
      listeners.add(callback);
      return () => void listeners.delete(callback);
    },
    type(name: string, value: unknown) {
      values.set(name, value);
      for (const listener of listeners) listener({ name });
    },
  };
}

/** Returns the values of a form that are not empty. */
const filled = ({ values }: ReturnType<typeof formOf>) => [...values.values()].filter(Boolean);

function tab() {
  let path = "/admin/contratos";
  // Memory stands in for the session storage of the tab, because the test runs without a browser.
  const keeper = typedTextKeeper(browserStorage("sessionStorage"), () => path);
  return { ...keeper, goTo: (next: string) => (path = next) };
}

const place = ["um", "note-um", "password"];

/** Types a note and a password as Rita, and ends her session. */
function typedByRita() {
  const page = tab();
  page.open(rita);
  const form = formOf("note", "password", "untouched");
  form.values.set("untouched", "Valor de antes");
  const leave = page.follow(form, place);
  form.type("note", "Ligar à tarde");
  form.type("password", "senha secreta");
  page.keep();
  leave();
  return page;
}

test("text that somebody typed is there for the same person after a new sign-in, and secrets are not", () => {
  const page = typedByRita();
  expect(page.hasText()).toBe(true);
  page.open(rita);
  const again = formOf("note", "password", "untouched");
  page.follow(again, place);
  expect(Object.fromEntries(again.values)).toEqual({
    note: "Ligar à tarde",
    password: "",
    untouched: "",
  });
  expect(page.hasText()).toBe(false);
});

test("another person does not get the text, and it is deleted for good", () => {
  const page = typedByRita();
  page.open(bruno);
  const other = formOf("note", "password", "untouched");
  page.follow(other, place);
  expect(filled(other)).toEqual([]);
  page.open(rita);
  const late = formOf("note", "password", "untouched");
  page.follow(late, place);
  expect(filled(late)).toEqual([]);
});

test.each([
  ["another page", "/admin/acionamentos", place],
  ["another case", "/admin/contratos", ["dois", "note-um", "password"]],
  ["another form of the case with the same fields", "/admin/contratos", ["um", "reason-um"]],
])("text does not appear on %s, and waits for its own form", (_where, path, elsewhere) => {
  const page = typedByRita();
  page.open(rita);
  page.goTo(path);
  const other = formOf("note", "password", "untouched");
  page.follow(other, elsewhere);
  expect(filled(other)).toEqual([]);
  page.goTo("/admin/contratos");
  const own = formOf("note", "password", "untouched");
  page.follow(own, place);
  expect(filled(own)).toEqual(["Ligar à tarde"]);
});

test("a person who signs out leaves no text behind", () => {
  const page = tab();
  page.open(rita);
  const form = formOf("note");
  page.follow(form, place);
  form.type("note", "Ligar à tarde");
  page.drop();
  page.keep();
  expect(page.hasText()).toBe(false);
});
