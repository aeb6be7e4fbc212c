// @vitest-environment jsdom
import { act } from "react";
import { type Root, createRoot } from "react-dom/client";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { useShortcuts } from "./keys.tsx";

vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
// Files after this one share its worker.
afterAll(() => vi.unstubAllGlobals());

let pressed: string[] = [];
let root: Root;
const bindings = {
  a: () => void pressed.push("a"),
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

/** What comes of a key that is pressed in an element. */
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

test("a key does what it is bound to, in capitals too, and no other does anything", () => {
  expect(press("p", "a")).toEqual(["a"]);
  expect(press("p", "A")).toEqual(["a"]);
  expect(press("p", "x")).toEqual([]);
  show(false);
  expect(press("p", "a")).toEqual([]);
});

test("what somebody types decides nothing", () => {
  expect(press("input", "a")).toEqual([]);
  expect(press("textarea", "a")).toEqual([]);
});

test("under an open dialog no key decides, whatever has the focus", () => {
  find("dialog").setAttribute("open", "");
  expect(press("dialog button", "a")).toEqual([]);
  expect(press("p", "a")).toEqual([]);
  find("dialog").removeAttribute("open");
  expect(press("p", "a")).toEqual(["a"]);
});

test("a key of the browser's, or one that is held down, decides nothing", () => {
  for (const modifier of ["ctrlKey", "metaKey", "altKey"]) {
    expect([modifier, press("p", "a", { [modifier]: true })]).toEqual([modifier, []]);
  }
  expect(press("p", "a", { repeat: true })).toEqual([]);
  expect(press("p", "ArrowDown", { repeat: true })).toEqual(["down"]);
});

test("arrows keep what they do in controls and in lists of rows", () => {
  expect(press("p", "ArrowDown")).toEqual(["down"]);
  expect(press(".row-list button", "ArrowDown")).toEqual([]);
  expect(press("[type=checkbox]", "ArrowDown")).toEqual([]);
  expect(press("[type=checkbox]", "a")).toEqual(["a"]);
});
