import type { SanityClient } from "@sanity/client";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createContentClient } from "../local/content-client.ts";
import { type ContentLake, startContentLake } from "../local/content-lake.ts";
import { readReport } from "./read-report.ts";

const access = { projectId: "payser-report", dataset: "production", token: "report" };

let dataDirectory: string;
let lake: ContentLake;
let client: SanityClient;

beforeAll(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), "report-"));
  lake = await startContentLake({ ...access, port: 0, dataDirectory, studioOrigins: [] });
  client = createContentClient({ ...access, url: lake.url });
});
afterAll(async () => {
  await lake.close();
  await rm(dataDirectory, { recursive: true, force: true });
});

const reference = (id: string, weak = false) => ({
  _type: "reference",
  _ref: id,
  ...(weak && { _weak: true }),
});

test("readReport lists broken links with their place", async () => {
  const links = [
    { _key: "page", kind: "document", document: reference("help") },
    { _key: "gone", kind: "document", document: reference("gone", true) },
    { _key: "place", kind: "place", place: "/termos", anchor: "clausula-foro" },
    { _key: "part", kind: "place", place: "/termos", anchor: "clausula-x" },
    { _key: "nowhere", kind: "place", place: "/sumiu" },
    { _key: "mail", kind: "address", href: "mailto:contato@payser.example" },
    { _key: "path", kind: "address", href: "/sumiu" },
    { _key: "former", href: "/simular" },
  ];
  await client
    .transaction()
    .create({ _id: "help", _type: "page", path: "/ajuda" })
    .create({ _id: "drafts.gone", _type: "page", path: "/rascunho" })
    .create({ _id: "termsPage", _type: "termsPage", clauses: [{ _key: "foro", title: "Foro" }] })
    .create({
      _id: "footer",
      _type: "footer",
      columns: [{ _key: "a", links: links.map((link) => ({ ...link, _type: "link" })) }],
    })
    .create({ _id: "old", _type: "redirect", from: "/a", target: { kind: "place", place: "/b" } })
    .commit();

  const brokenLinks = await readReport(client);
  const inFooter = (key: string, ...more: string[]) =>
    ["footer", "columns", { _key: "a" }, "links", { _key: key }, ...more] as const;
  expect(
    brokenLinks.map(({ document, path, problem }) => ({ at: [document._id, ...path], problem })),
  ).toEqual([
    { at: inFooter("gone", "document"), problem: expect.stringContaining("não está publicado") },
    { at: inFooter("part"), problem: expect.stringContaining("não tem a parte") },
    { at: inFooter("nowhere"), problem: "Nada do site responde em /sumiu." },
    { at: inFooter("path"), problem: expect.stringContaining("Nada do site responde em /sumiu") },
    { at: inFooter("former"), problem: "Escolha para onde o link leva." },
    { at: ["old", "target"], problem: "Nada do site responde em /b." },
  ]);
});
