import { createHash, type Hash } from "node:crypto";
import { readArchive } from "./archive.ts";
import { type Manifest, manifestSchema, type Summary, summarySchema } from "./manifest.ts";

/**
 * Reads an archive from end to end before anything is changed by it.
 * @throws when the key does not fit, or the archive is not whole or not what was written
 */
export async function checkArchive(
  file: string,
  identity: string,
): Promise<{ manifest: Manifest; summary: Summary }> {
  const sums = new Map<string, Hash>();
  let manifest: Manifest | undefined;
  let summary: Summary | undefined;
  for await (const { name, bytes } of readArchive(file, identity)) {
    if (name === "manifest.json") manifest = manifestSchema.parse(asJson(bytes));
    else if (name === "summary.json") summary = summarySchema.parse(asJson(bytes));
    else {
      const whole = name.startsWith("files/") ? name : name.slice(0, name.lastIndexOf("/"));
      const sum = sums.get(whole) ?? createHash("sha256");
      sums.set(whole, sum.update(bytes));
    }
  }
  if (!manifest || !summary) throw new Error(`${file} não está inteiro.`);
  const empty = createHash("sha256").digest("hex");
  const found = (name: string) => sums.get(name)?.digest("hex") ?? empty;
  const expected = [
    ...Object.entries(summary.tables).map(([name, { sha256 }]) => [`database/${name}`, sha256]),
    ...summary.files.flatMap((sha256, index) => (sha256 ? [[`files/${index}`, sha256]] : [])),
    ["content", summary.content.sha256],
  ];
  for (const [name = "", sha256] of expected) {
    if (found(name) !== sha256) throw new Error(`${file} não está inteiro: ${name} difere.`);
  }
  return { manifest, summary };
}

function asJson(bytes: Uint8Array): unknown {
  return JSON.parse(Buffer.from(bytes).toString("utf8"));
}
