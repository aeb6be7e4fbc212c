// @vitest-environment jsdom
import { act } from "react";
import { type Root, createRoot, hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { Link, MemoryRouter } from "react-router-dom";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { MenuDisclosure } from "./menu-disclosure.tsx";

vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
// Other test files run in the same worker afterwards and must not get these stubs.
afterAll(() => vi.unstubAllGlobals());

const app = (
  <MemoryRouter>
    <MenuDisclosure summary="Menu">
      <Link to="/contato">Contato</Link>
    </MenuDisclosure>
    <button type="button">fora</button>
  </MemoryRouter>
);

let container: HTMLElement;
let root: Root | undefined;

beforeEach(() => {
  container = document.body.appendChild(document.createElement("div"));
});

afterEach(() => {
  act(() => root?.unmount());
  container.remove();
});

function menu(): HTMLDetailsElement {
  const details = container.querySelector("details");
  if (!details) throw new Error("no menu");
  return details;
}

function show() {
  root = createRoot(container);
  act(() => root?.render(app));
  menu().open = true;
}

test("Escape closes the menu and returns the focus to its summary", () => {
  show();
  container.querySelector("a")?.focus();
  document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  expect(menu().open).toBe(false);
  expect(document.activeElement?.tagName).toBe("SUMMARY");
});

test("a click or Tab outside closes the menu, and inside does not", () => {
  show();
  container.querySelector("a")?.dispatchEvent(new Event("pointerdown", { bubbles: true }));
  expect(menu().open).toBe(true);
  container.querySelector("button")?.dispatchEvent(new Event("pointerdown", { bubbles: true }));
  expect(menu().open).toBe(false);
  menu().open = true;
  container.querySelector("button")?.focus();
  expect(menu().open).toBe(false);
});

test("a followed link closes the menu", () => {
  show();
  act(() => container.querySelector("a")?.click());
  expect(menu().open).toBe(false);
});

test("a menu opened before hydration stays open", () => {
  container.innerHTML = renderToString(app);
  menu().open = true;
  act(() => {
    root = hydrateRoot(container, app);
  });
  expect(menu().open).toBe(true);
});
