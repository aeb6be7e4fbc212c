import { createHash, randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
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
});

export type StackKeys = z.output<typeof keysSchema>;

/**
 * The secrets of this data directory, made on first use and readable by its owner only. A key that
 * came with a later version is added to those that are there.
 */
export async function stackKeys(directory: string): Promise<StackKeys> {
  const path = join(directory, "keys.json");
  const kept = z.looseObject({}).parse(await readKept(path));
  const keys = keysSchema.parse({ ...newKeys(), ...kept });
  if (Object.keys(keys).some((name) => !(name in kept))) {
    await writeFile(path, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 });
  }
  return keys;
}

async function readKept(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, "utf8"));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return {};
    throw error;
  }
}

const newKeys = (): StackKeys => ({
  databasePassword: randomBytes(24).toString("hex"),
  jwtSecret: randomBytes(32).toString("hex"),
  publishableKey: apiKey("publishable"),
  secretKey: apiKey("secret"),
  addressHashKey: randomBytes(32).toString("hex"),
  forwardKey: randomBytes(32).toString("hex"),
});

/** The shape of hosted keys: type, 22 random characters, 8 that detect typing errors. */
function apiKey(type: "publishable" | "secret"): string {
  const body = `sb_${type}_${randomBytes(17).toString("base64url").slice(0, 22)}`;
  return `${body}_${createHash("sha256").update(body).digest("base64url").slice(0, 8)}`;
}
