// @vitest-environment jsdom
import { act, useState } from "react";
import { createRoot } from "react-dom/client";
import { afterAll, expect, test, vi } from "vitest";
import { Tabs } from "./tabs.tsx";

vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
// Other test files run in the same worker afterwards and must not get these stubs.
afterAll(() => vi.unstubAllGlobals());

const tabs = [
  { label: "Gestão", panel: "equipe" },
  { label: "Cliente", panel: "contrato" },
];

function Access() {
  const [shown, setShown] = useState(0);
  return <Tabs label="Acesso" tabs={tabs} shown={shown} onShow={setShown} />;
}

test("arrow keys move between tabs, and only the chosen panel is shown", () => {
  const container = document.body.appendChild(document.createElement("div"));
  const root = createRoot(container);
  act(() => root.render(<Access />));
  const shown = () => container.querySelector('[role="tabpanel"]:not([hidden])')?.textContent;
  expect(shown()).toBe("equipe");

  const press = (key: string) => {
    const event = new KeyboardEvent("keydown", { key, bubbles: true });
    act(() => void document.activeElement?.dispatchEvent(event));
  };
  container.querySelector("button")?.focus();
  press("ArrowRight");
  expect(shown()).toBe("contrato");
  expect(document.activeElement?.textContent).toBe("Cliente");
  expect(document.activeElement?.getAttribute("aria-selected")).toBe("true");
  press("ArrowRight");
  expect(shown()).toBe("equipe");
  press("End");
  expect(shown()).toBe("contrato");
  press("Home");
  expect(shown()).toBe("equipe");

  act(() => root.unmount());
  container.remove();
});
