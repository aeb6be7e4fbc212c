import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

const keysSchema = z.object({
  databasePassword: z.string().min(20),
  jwtSecret: z.string().min(32),
  publishableKey: z.string().startsWith("sb_publishable_"),
  secretKey: z.string().startsWith("sb_secret_"),
  addressHashKey: z.string().min(32),
  /** Shared by the site and the functions. */
  forwardKey: z.string().min(32),
  /** Likewise, to read what waits and what failed. */
  metricsKey: z.string().min(32),
});

export type StackKeys = z.output<typeof keysSchema>;

/**
 * The secrets of this data directory, made on first use and readable by its owner only. A key that
 * came with a later version is added to those that are there.
 * @throws Error that names the file and its remedy when it cannot be what was written.
 */
export async function stackKeys(directory: string): Promise<StackKeys> {
  const path = join(directory, "keys.json");
  const { kept, keys } = readKeys(await readKept(path), path);
  if (!("databasePassword" in kept) && existsSync(join(directory, "database", "PG_VERSION"))) {
    throw damaged(path);
  }
  if (Object.keys(keys).some((name) => !(name in kept))) {
    // Beside and renamed: half a file would lock everybody out of the database.
    await writeFile(`${path}.new`, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 });
    await rename(`${path}.new`, path);
  }
  return keys;
}

async function readKept(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "{}";
    throw error;
  }
}

function readKeys(text: string, path: string) {
  try {
    const kept = z.looseObject({}).parse(JSON.parse(text));
    return { kept, keys: keysSchema.parse({ ...newKeys(), ...kept }) };
  } catch {
    // Without the cause: it quotes what it could not read, and those are keys.
    throw damaged(path);
  }
}

const damaged = (path: string) =>
  new Error(
    `O arquivo de chaves ${path} está danificado ou incompleto. Restaure-o de uma cópia de ` +
      "segurança: nele está a senha do banco de dados. Sem cópia, npm run reset recomeça com os " +
      "dados iniciais e apaga os que há.",
  );

const newKeys = (): StackKeys => ({
  databasePassword: randomBytes(24).toString("hex"),
  jwtSecret: randomBytes(32).toString("hex"),
  publishableKey: apiKey("publishable"),
  secretKey: apiKey("secret"),
  addressHashKey: randomBytes(32).toString("hex"),
  forwardKey: randomBytes(32).toString("hex"),
  metricsKey: randomBytes(32).toString("hex"),
});

/** The shape of hosted keys: type, 22 random characters, 8 that detect typing errors. */
function apiKey(type: "publishable" | "secret"): string {
  const body = `sb_${type}_${randomBytes(17).toString("base64url").slice(0, 22)}`;
  return `${body}_${createHash("sha256").update(body).digest("base64url").slice(0, 8)}`;
}
