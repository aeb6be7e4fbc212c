import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { SimulationStatus } from "./queue.tsx";

it.each([
  ["pending", "Pendente"],
  ["approved", "Aprovado"],
  ["rejected", "Rejeitado"],
  ["on_hold", "on_hold"],
])("the status %s is shown as %s", (status, shown) => {
  expect(renderToStaticMarkup(<SimulationStatus status={status} />)).toContain(`>${shown}<`);
});
