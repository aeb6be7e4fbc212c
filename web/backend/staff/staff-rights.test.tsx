// @vitest-environment jsdom
import { act } from "react";
import { createRoot } from "react-dom/client";
import { resolveValue, useToaster } from "react-hot-toast/headless";
import { afterAll, expect, test, vi } from "vitest";
import { LackingRightsProvider, Needs, StaffButton } from "./staff-rights.tsx";

vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
// Other test files run in the same worker afterwards and must not get these stubs.
afterAll(() => vi.unstubAllGlobals());

const noMoney = "Falta o direito “Lançar pagamentos”. Quem tem: Fábio Rocha.";

function Toasts() {
  const { toasts } = useToaster();
  return toasts.map((toast) => (
    <output key={toast.id}>{resolveValue(toast.message, toast)}</output>
  ));
}

/** Shows a button and a form that need the right money, and returns the page and the clicks that acted. */
function show(lacking: { money?: string }) {
  const place = document.body.appendChild(document.createElement("div"));
  const acted = vi.fn<() => void>();
  act(() =>
    createRoot(place).render(
      <LackingRightsProvider value={lacking}>
        <StaffButton needs="money" className="btn-primary" disabled={false} onClick={acted}>
          Registrar pagamento
        </StaffButton>
        <Needs right="money">
          <form />
        </Needs>
        <Toasts />
      </LackingRightsProvider>,
    ),
  );
  const button = place.querySelector("button");
  if (!button) throw new Error("The button is always shown.");
  return { place, acted, button };
}

test("a member with the right uses the button and the form", () => {
  const { place, acted, button } = show({});
  act(() => button.click());
  expect(acted).toHaveBeenCalledOnce();
  expect(button.hasAttribute("aria-disabled")).toBe(false);
  expect(place.querySelector("form")).not.toBeNull();
  expect(place.textContent).not.toContain("Falta o direito");
});

test("a member without the right reads who has it, and the action does not run", () => {
  const { place, acted, button } = show({ money: noMoney });
  expect(button.getAttribute("aria-disabled")).toBe("true");
  expect(button.disabled).toBe(false);
  const described = document.getElementById(button.getAttribute("aria-describedby") ?? "");
  expect(described?.textContent).toBe(noMoney);
  expect(place.querySelector("form")).toBeNull();
  expect(place.querySelector("p")?.textContent).toBe(noMoney);
  act(() => button.click());
  expect(acted).not.toHaveBeenCalled();
  expect(place.querySelector("output")?.textContent).toContain(noMoney);
});
