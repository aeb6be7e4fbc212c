import { expect, it } from "vitest";
import { mailExamples } from "./mail-examples.ts";
import { renderMailPreview } from "./mail-preview.tsx";
import { mailTemplates } from "./mail-templates.ts";

it("shows every e-mail there is, at both widths and as text", async () => {
  const page = await renderMailPreview("http://localhost:3000");
  expect(Object.keys(mailExamples).toSorted()).toEqual(mailTemplates.toSorted());
  for (const template of mailTemplates) expect(page).toContain(`<section id="${template}"`);
  for (const width of [360, 700]) {
    expect(page.split(`com ${width} pixels de largura"`)).toHaveLength(mailTemplates.length + 1);
  }
  expect(page.split("<pre>")).toHaveLength(mailTemplates.length + 1);
  expect(page).toContain("- Valor do aluguel: R$\u00a01.800,50");
});
