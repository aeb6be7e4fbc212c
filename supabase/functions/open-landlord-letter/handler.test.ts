import { expect, it } from "vitest";
import { partsForTests, post } from "../_shared/parts-for-tests.ts";
import { createHandler } from "./handler.ts";

const contractId = crypto.randomUUID();

it("links the letter under a name without personal data", async () => {
  const links: unknown[] = [];
  const fake = partsForTests({ find_landlord_letter: () => "c/carta-de-fianca.pdf" });
  const files = {
    ...fake.parts.files,
    link: async (...asked: unknown[]) => {
      links.push(asked);
      return "https://files.example/carta";
    },
  };
  const handler = createHandler({ ...fake.parts, files });
  const response = await handler(post({ secret: "abc", contractId }));
  expect(await response.json()).toEqual({ ok: true, data: { url: "https://files.example/carta" } });
  expect(links).toEqual([["contract-documents", "c/carta-de-fianca.pdf", "carta-de-fianca.pdf"]]);
});

it("answers 404 when the address may not see the contract", async () => {
  const fake = partsForTests({ find_landlord_letter: () => null });
  const response = await createHandler(fake.parts)(post({ secret: "abc", contractId }));
  expect(response.status).toBe(404);
});
