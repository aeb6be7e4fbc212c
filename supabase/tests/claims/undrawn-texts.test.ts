import { expect, test } from "vitest";
import { account, claimFixtures } from "../support/claim-fixtures.ts";

const { guaranteed, items, open, heard, granting, change, detail } = claimFixtures();

const sentence = (letter: string) =>
  `O texto contém “${letter}”, que os documentos não conseguem mostrar. Escreva em letras latinas, sem figuras.`;

test("a claim's texts are refused when its decision could not show them", async () => {
  const contract = await guaranteed();
  const described = items(100).map((item) => ({ ...item, description: "Sofá 🛋 rasgado" }));
  await expect(open(contract, { items: described })).rejects.toThrow(sentence("🛋"));
  await expect(open(contract, { account: { ...account, holder: "李 Silva" } })).rejects.toThrow();
  const claim = await heard(contract, 100);
  await expect(
    change("decide_claim", {
      claim_id: claim.id,
      items: granting(claim, 50).map((item) => ({ ...item, reason: "Não cabe 你" })),
      recourse: 0,
    }),
  ).rejects.toThrow(sentence("你"));
  expect(await detail(claim.id)).toMatchObject({ stage: "deciding" });
});
