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
  /** Key that lets the site's server forward forms to the functions. */
  forwardKey: z.string().min(32),
  /** Key that lets the site's server read the numbers of waiting and failed work. */
  metricsKey: z.string().min(32),
});

export type StackKeys = z.output<typeof keysSchema>;

/**
 * Returns the secrets of a data directory. Creates missing secrets in a file that only its owner may read. @throws
 * Error that names a damaged file and says what to do.
 */
export async function stackKeys(directory: string): Promise<StackKeys> {
  const path = join(directory, "keys.json");
  const { kept, keys } = readKeys(await readKept(path), path);
  if (!("databasePassword" in kept) && existsSync(join(directory, "database", "PG_VERSION"))) {
    throw damaged(path);
  }
  if (Object.keys(keys).some((name) => !(name in kept))) {
    // The file is written under another name and then renamed, because half a file would lose the database's password.
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
    // The error has no `cause`, which would quote the file's text with its keys.
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

/** Creates a key in the hosted format: type, 22 random characters, 8 characters that reveal typing errors. */
function apiKey(type: "publishable" | "secret"): string {
  const body = `sb_${type}_${randomBytes(17).toString("base64url").slice(0, 22)}`;
  return `${body}_${createHash("sha256").update(body).digest("base64url").slice(0, 8)}`;
}
