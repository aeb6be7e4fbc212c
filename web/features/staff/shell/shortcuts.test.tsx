// @vitest-environment jsdom
import { act } from "react";
import { type Root, createRoot } from "react-dom/client";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { ListKeys, listRows, useShortcuts } from "./shortcuts.tsx";

vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
// Other test files run in the same worker afterwards and must not get these stubs.
afterAll(() => vi.unstubAllGlobals());

let pressed: string[] = [];
let root: Root;
const bindings = {
  a: () => void pressed.push("a"),
  "/": () => void pressed.push("/"),
  ArrowDown: () => void pressed.push("down"),
};

function Screen({ areOn }: { areOn: boolean }) {
  useShortcuts(bindings, areOn);
  return (
    <>
      <p>Texto</p>
      <input aria-label="Busca" />
      <textarea aria-label="Motivo" />
      <input type="checkbox" />
      <ul className="row-list">
        <li>
          <button type="button">Linha</button>
        </li>
      </ul>
      <dialog>
        <button type="button">Cancelar</button>
      </dialog>
    </>
  );
}
const show = (areOn = true) => act(() => root.render(<Screen areOn={areOn} />));
const find = (selector: string) =>
  document.querySelector<HTMLElement>(selector) ?? expect.fail(selector);

/** Returns the actions that run when a key is pressed in an element. */
function press(selector: string, key: string, changes: KeyboardEventInit = {}): string[] {
  pressed = [];
  find(selector).dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, ...changes }));
  return pressed;
}

beforeEach(() => {
  const place = document.createElement("div");
  document.body.replaceChildren(place);
  root = createRoot(place);
  show();
});
afterEach(() => act(() => root.unmount()));

test("a bound key runs its action, in capitals too, and other keys do nothing", () => {
  expect(press("p", "a")).toEqual(["a"]);
  expect(press("p", "A")).toEqual(["a"]);
  expect(press("p", "x")).toEqual([]);
  show(false);
  expect(press("p", "a")).toEqual([]);
});

test("typing in a field runs no action", () => {
  expect(press("input", "a")).toEqual([]);
  expect(press("textarea", "a")).toEqual([]);
});

test("an open dialog blocks all keys, wherever the focus is", () => {
  find("dialog").setAttribute("open", "");
  expect(press("dialog button", "a")).toEqual([]);
  expect(press("p", "a")).toEqual([]);
  find("dialog").removeAttribute("open");
  expect(press("p", "a")).toEqual(["a"]);
});

test("a key combination of the browser or a key held down runs no action", () => {
  for (const modifier of ["ctrlKey", "metaKey", "altKey"]) {
    expect([modifier, press("p", "a", { [modifier]: true })]).toEqual([modifier, []]);
  }
  expect(press("p", "a", { repeat: true })).toEqual([]);
  expect(press("p", "ArrowDown", { repeat: true })).toEqual(["down"]);
});

test("AltGr types / on a Brazilian laptop, and runs no letter", () => {
  const altGr = { ctrlKey: true, altKey: true, modifierAltGraph: true };
  expect(press("p", "/", altGr)).toEqual(["/"]);
  expect(press("p", "/", { ctrlKey: true, altKey: true })).toEqual([]);
  expect(press("p", "a", altGr)).toEqual([]);
});

test("arrow keys keep their function in controls and in lists of rows", () => {
  expect(press("p", "ArrowDown")).toEqual(["down"]);
  expect(press(".row-list button", "ArrowDown")).toEqual([]);
  expect(press("[type=checkbox]", "ArrowDown")).toEqual([]);
  expect(press("[type=checkbox]", "a")).toEqual(["a"]);
});

test("j and k move the focus to the first control of each visible row, and / goes to the search", () => {
  act(() =>
    root.render(
      <main>
        <input type="search" />
        <ListKeys />
        <ul className="row-list">
          <li>
            <button type="button" id="first">
              Um
            </button>
          </li>
          <li>
            <button type="button" id="second" aria-current="true">
              Dois
            </button>
          </li>
        </ul>
        <ol {...listRows}>
          <li tabIndex={-1}>
            <button type="button" id="third">
              Três
            </button>
          </li>
          <li tabIndex={-1} id="fourth">
            Quatro
          </li>
        </ol>
        <details>
          <ul {...listRows}>
            <li tabIndex={-1}>Dobrada</li>
          </ul>
        </details>
        <ul {...listRows}>
          <li>
            <input type="checkbox" id="fifth" />
          </li>
        </ul>
      </main>,
    ),
  );
  const focus = (key: string) => {
    act(() => void press(document.activeElement === document.body ? "main" : ":focus", key));
    return document.activeElement?.id;
  };
  expect(["k", "k", "j", "j", "j", "j", "j"].map(focus)).toEqual([
    "first",
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "fifth",
  ]);
  focus("/");
  expect(document.activeElement).toBe(find("input"));
});
