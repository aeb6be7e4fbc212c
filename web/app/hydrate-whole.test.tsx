// @vitest-environment jsdom
import { useState } from "react";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { hydrateWhole } from "./hydrate-whole.tsx";

function Page() {
  return <main>Página inteira</main>;
}

/** Component that can be rendered on the server and fails in the browser. */
function BrokenInBrowser(): never {
  throw new Error("no such feature");
}

function BreaksLater() {
  const [broken, setBroken] = useState(false);
  return <button onClick={() => setBroken(true)}>{broken ? <BrokenInBrowser /> : "Ver"}</button>;
}

function served(html: string): HTMLElement {
  const container = document.createElement("div");
  container.innerHTML = html;
  document.body.replaceChildren(container);
  return container;
}

test("hydrateWhole shows the error page when hydration fails in the browser", async () => {
  const reported = vi.fn<(error: unknown) => void>();
  vi.stubGlobal("reportError", reported);
  const container = served(renderToString(<Page />));
  await new Promise<void>((resolve) => hydrateWhole(container, <BrokenInBrowser />, resolve));
  await expect.poll(() => container.textContent).toContain("Algo deu errado");
  expect(container.querySelector("a")?.getAttribute("href")).toBe("/");
  expect(reported).toHaveBeenCalledWith(expect.objectContaining({ message: "no such feature" }));
  vi.unstubAllGlobals();
});

test("hydrateWhole shows the error page when a component fails during use", async () => {
  vi.stubGlobal("reportError", () => {});
  const container = served(renderToString(<BreaksLater />));
  const failed = new Promise<void>((resolve) => hydrateWhole(container, <BreaksLater />, resolve));
  await expect
    .poll(() => {
      container.querySelector("button")?.click();
      return container.textContent;
    })
    .toContain("Algo deu errado");
  await failed;
  vi.unstubAllGlobals();
});
