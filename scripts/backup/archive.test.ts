import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Piece, checkArchive, writeArchive } from "./archive.ts";

let folder: string;
let identity: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "payser-archive-"));
  identity = await generateX25519Identity();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const sha256 = (...texts: string[]) => createHash("sha256").update(texts.join("")).digest("hex");
const manifest = {
  format: 1,
  takenAt: "2026-11-24T12:00:00.000Z",
  snapshot: "1:1:",
  migrations: ["20261124000000"],
  tables: [{ schema: "public", name: "simulations", columns: ["id"] }],
  sequences: [],
  files: [],
};
const summary = {
  tables: { "public.simulations": { rows: 2, sha256: sha256("ana\n", "bia\n") } },
  files: [sha256("%PDF"), null],
  content: { documents: 1, assets: 0, sha256: sha256("{}\n") },
};
/** Pieces of a complete archive, by name and in order. */
const whole: Record<string, string> = {
  "manifest.json": JSON.stringify(manifest),
  "database/public.simulations/0": "ana\n",
  "database/public.simulations/1": "bia\n",
  "files/0": "%PDF",
  "content/0": "{}\n",
  "summary.json": JSON.stringify(summary),
};

/** Encrypts the pieces and checks the archive. The archive itself is valid, so any fault is in the pieces. */
async function check(pieces: Record<string, string>) {
  async function* listed(): AsyncGenerator<Piece> {
    for (const [name, text] of Object.entries(pieces)) yield { name, bytes: Buffer.from(text) };
  }
  const file = join(folder, `${crypto.randomUUID()}.tar.gz.age`);
  await writeArchive(file, await identityToRecipient(identity), listed());
  return checkArchive(file, identity);
}

function without(name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(whole).filter(([piece]) => piece !== name));
}

test("an archive that matches its summary is complete", async () => {
  expect(await check(whole)).toEqual({ manifest, summary });
});

test.each([
  ["database/public.simulations/1", "database/public.simulations"],
  ["files/0", "files/0"],
  ["content/0", "content"],
])("an archive without %s, or with other contents of it, is refused", async (piece, named) => {
  await expect(check(without(piece))).rejects.toThrow(`não está inteiro: ${named} difere.`);
  await expect(check({ ...whole, [piece]: "outro" })).rejects.toThrow(`${named} difere.`);
});

test.each(["manifest.json", "summary.json"])("an archive without %s is refused", async (piece) => {
  await expect(check(without(piece))).rejects.toThrow("não está inteiro.");
});
