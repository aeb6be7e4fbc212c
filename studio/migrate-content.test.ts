import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SanityClient } from "@sanity/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createContentClient } from "./local/content-client.ts";
import { type ContentLake, startContentLake } from "./local/content-lake.ts";
import { migrateContent } from "./migrate-content.ts";

const access = { projectId: "payser-former", dataset: "production", token: "migration" };

const known = "O imóvel informado não está entre os que podemos garantir neste momento.";
const long = "A renda que você informou não alcança o valor do aluguel deste imóvel. Tente outro.";
const own = "A taxa mudou. Fale com a gente.";

let dataDirectory: string;
let lake: ContentLake;
let client: SanityClient;

// Content of the release before rights of staff.
beforeAll(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), "migrations-"));
  lake = await startContentLake({ ...access, port: 0, dataDirectory, studioOrigins: [] });
  client = createContentClient({ ...access, url: lake.url });
  const staffTexts = { _type: "staffTexts", rejectionReasons: [known, long, own] };
  await client
    .transaction()
    .create({ ...staffTexts, _id: "staffTexts" })
    .create({ ...staffTexts, _id: "drafts.staffTexts", rejectionReasons: [own] })
    .create({
      _id: "businessRules",
      _type: "businessRules",
      claimFourEyesAmount: 9000,
      feeRangePercent: 90,
      feePercent: 8,
    })
    .create({
      _id: "clientAreaPage",
      _type: "clientAreaPage",
      newPassword: { passwordHelp: "No mínimo 6 caracteres." },
    })
    .create({
      _id: "contractPage",
      _type: "contractPage",
      passwordChange: { newHelp: "Use 6 caracteres ou mais, com letras e números." },
    })
    .commit();
  await migrateContent(client);
}, 60_000);
afterAll(async () => {
  await lake.close();
  await rm(dataDirectory, { recursive: true, force: true });
});

test("former reasons for a refusal get titles, in drafts too, and their texts stay", async () => {
  const reasons = (id: string) =>
    client.fetch(`*[_id == $id][0]{ refusalReasons[]{ title, text }, rejectionReasons }`, { id });
  const named = { title: "A taxa mudou", text: own };
  expect(await reasons("staffTexts")).toEqual({
    refusalReasons: [
      { title: "Imóvel fora do que garantimos", text: known },
      { title: "A renda que você informou não alcança o valor do aluguel", text: long },
      named,
    ],
    rejectionReasons: null,
  });
  expect(await reasons("drafts.staffTexts")).toEqual({
    refusalReasons: [named],
    rejectionReasons: null,
  });
});

test("content of the former release gets the reasons for an approval", async () => {
  expect(await client.fetch("count(*[_id == 'staffTexts'][0].approvalReasons)")).toBeGreaterThan(0);
});

test("the limits of staff leave the content", async () => {
  const rules = await client.getDocument("businessRules");
  expect(rules).not.toHaveProperty("claimFourEyesAmount");
  expect(rules).not.toHaveProperty("feeRangePercent");
  expect(rules).toMatchObject({ feePercent: 8 });
});

test("hints about a new password ask for 8 characters, in the words of editors", async () => {
  const hints = `[
    *[_id == "clientAreaPage"][0].newPassword.passwordHelp,
    *[_id == "contractPage"][0].passwordChange.newHelp
  ]`;
  expect(await client.fetch(hints)).toEqual([
    "No mínimo 8 caracteres.",
    "Use 8 caracteres ou mais, com letras e números.",
  ]);
});
