import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  type ContentPart,
  localProject,
  startContentPart,
} from "../../scripts/stack/content-part.ts";
import { createContentClient } from "../../studio/local/content-client.ts";
import { createContentReader } from "../../supabase/functions/_shared/content/read-content.ts";
import { seedContent } from "../../supabase/functions/_shared/content/seed-content.ts";
import { copyContentTemplate } from "../support/stacks/content-template.ts";

let dataDirectory: string;
let content: ContentPart;

const edited = {
  brandName: "Payser Brasil",
  legalName: "Payser Pagamentos Ltda.",
  cnpj: "11.222.333/0001-81",
  email: "contato@payser.com.br",
  "address.street": "Avenida Brasil, 1",
  "dataProtectionOfficer.email": "lgpd@payser.com.br",
};
const shown = {
  ...seedContent.company,
  brandName: "Payser Brasil",
  legalName: "Payser Pagamentos Ltda.",
  cnpj: "11.222.333/0001-81",
  email: "contato@payser.com.br",
  address: "Avenida Brasil, 1, Maringá, PR",
  dataProtectionEmail: "lgpd@payser.com.br",
};

const startContent = () => startContentPart({ port: 0, dataDirectory, studioOrigins: [] });
const editor = () =>
  createContentClient({ ...localProject, url: content.lake.url, token: content.token });

beforeEach(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), "payser-company-"));
  await copyContentTemplate(dataDirectory);
  content = await startContent();
});
afterEach(async () => {
  await content.lake.close();
  await rm(dataDirectory, { recursive: true, force: true });
});

/**
 * Creates a content reader with an empty cache, as in a new process of edge functions. `read` returns the company data,
 * and `readLater` does so after some simulated minutes.
 */
function startReader(token?: string) {
  let time = 0;
  const address = { ...localProject, apiHost: content.lake.url, token };
  const readContent = createContentReader(address, {
    callDatabase: async () => null,
    log: () => undefined,
    now: () => time,
  });
  const read = async () => (await readContent()).company;
  return {
    read,
    readLater(minutes: number) {
      time += minutes * 60_000;
      return read();
    },
  };
}

test("mails carry the published company after five minutes at most", async () => {
  const reader = startReader();
  expect(await reader.read()).toEqual(seedContent.company);
  await editor().patch("siteSettings").set(edited).commit();
  expect(await reader.readLater(4)).toEqual(seedContent.company);
  expect(await reader.readLater(1)).toEqual(shown);
  expect(await startReader().read()).toEqual(shown);
});

test("a draft changes no mail, even with a token that may read it", async () => {
  await editor().patch("siteSettings").set(edited).commit();
  const settings = await editor().getDocument("siteSettings");
  if (!settings) throw new Error("The seed has settings");
  const draft = { ...settings, _id: "drafts.siteSettings", legalName: "Ainda não" };
  await editor().create(draft);
  expect(await startReader(content.token).read()).toEqual(shown);
});

test("mails carry the last known company without the content API", async () => {
  await editor().patch("siteSettings").set(edited).commit();
  const reader = startReader();
  expect(await reader.read()).toEqual(shown);
  await content.lake.close();
  try {
    expect(await reader.readLater(5)).toEqual(shown);
    expect(await startReader().read()).toEqual(seedContent.company);
  } finally {
    content = await startContent();
  }
});
