import { expect, it } from "vitest";
import { renderMailPreview } from "./mail-preview.tsx";
import { outgoingMailTemplate } from "#contracts/stored-values.ts";

it("shows every e-mail at both widths and as text", async () => {
  const page = await renderMailPreview("http://localhost:3000");
  for (const template of outgoingMailTemplate) expect(page).toContain(`<section id="${template}"`);
  for (const width of [360, 700]) {
    expect(page.split(`com ${width} pixels de largura"`)).toHaveLength(
      outgoingMailTemplate.length + 1,
    );
  }
  expect(page.split("<pre>")).toHaveLength(outgoingMailTemplate.length + 1);
  expect(page).toContain("- Valor do aluguel: R$\u00a01.800,50");
});
