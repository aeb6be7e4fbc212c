import { createHash, type Hash } from "node:crypto";
import type { z } from "zod";
import { readArchive } from "./archive.ts";
import { type Manifest, manifestSchema, type Summary, summarySchema } from "./manifest.ts";
import { ToolError } from "../run-command.ts";

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
    if (name === "manifest.json") manifest = parsed(manifestSchema, bytes);
    else if (name === "summary.json") summary = parsed(summarySchema, bytes);
    else {
      const whole = name.startsWith("files/") ? name : name.slice(0, name.lastIndexOf("/"));
      const sum = sums.get(whole) ?? createHash("sha256");
      sums.set(whole, sum.update(bytes));
    }
  }
  if (!manifest || !summary) throw new ToolError(`${file} não está inteiro.`);
  const empty = createHash("sha256").digest("hex");
  const found = (name: string) => sums.get(name)?.digest("hex") ?? empty;
  const expected = [
    ...Object.entries(summary.tables).map(([name, { sha256 }]) => [`database/${name}`, sha256]),
    ...summary.files.flatMap((sha256, index) => (sha256 ? [[`files/${index}`, sha256]] : [])),
    ["content", summary.content.sha256],
  ];
  for (const [name = "", sha256] of expected) {
    if (found(name) !== sha256) throw new ToolError(`${file} não está inteiro: ${name} difere.`);
  }
  return { manifest, summary };
}

function parsed<Schema extends z.ZodType>(schema: Schema, bytes: Uint8Array): z.infer<Schema> {
  const read = schema.safeParse(JSON.parse(Buffer.from(bytes).toString("utf8")));
  if (read.success) return read.data;
  throw new ToolError("O backup foi feito por outra versão deste código: restaure-o com ela.");
}
