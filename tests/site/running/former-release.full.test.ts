// @module-tag full
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  type ContentPart,
  localProject,
  startContentPart,
} from "../../../scripts/stack/content-part.ts";
import { createContentClient } from "../../../studio/local/content-client.ts";
import { copyContentTemplate } from "../../support/stacks/content-template.ts";
import { readLog } from "../../support/stacks/read-log.ts";
import { startTestSite, takeSnapshot } from "../../support/stacks/site-stack.ts";
import { publicPaths } from "../site-paths.ts";

let dataDirectory: string;
let part: ContentPart;
let said: string[];

const start = () =>
  startContentPart({ port: 0, dataDirectory, studioOrigins: [], say: (text) => said.push(text) });
const editor = () =>
  createContentClient({ ...localProject, url: part.lake.url, token: part.token });

/** Prepares content of the former release, without one document and some texts that this release needs. */
beforeEach(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), "payser-former-"));
  await copyContentTemplate(dataDirectory);
  said = [];
  part = await start();
  await editor()
    .transaction()
    .delete("termsPage")
    .patch("partnersPage", { unset: ["form.fields.companyName", "form.requiredNote"] })
    .patch("clientAreaPage", { unset: ["recovery", "newPassword.expiredTitle"] })
    .commit();
  await part.lake.close();
});
afterEach(async () => {
  await part.lake.close();
  await rm(dataDirectory, { recursive: true, force: true });
});

test("a start with the content of the former release shows every page whole", async () => {
  expect(said).toEqual([]);
  part = await start();
  expect(said).toEqual([
    "Conteúdo migrado (fill-required-texts): clientAreaPage, partnersPage.",
    "Documentos que faltavam, criados com o conteúdo inicial: termsPage.",
  ]);
  const snapshot = await takeSnapshot(part.lake.url);
  const site = await startTestSite(part.lake.url, snapshot.path);
  try {
    for (const path of [...publicPaths, "/area-cliente", "/contrato"]) {
      const { status } = await fetch(site.url + path);
      expect({ path, status }).toEqual({ path, status: 200 });
    }
    expect(await (await fetch(`${site.url}/parceiros`)).text()).toContain('name="companyName"');
    for (const event of ["page-failed", "text-missing", "document-missing"]) {
      expect({ event, lines: readLog(site.log, event) }).toEqual({ event, lines: [] });
    }
  } finally {
    await site.close();
    await snapshot.remove();
  }

  await part.lake.close();
  said = [];
  part = await start();
  expect(said).toEqual([]);
});
