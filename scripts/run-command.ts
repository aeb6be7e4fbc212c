import { ClientError, ServerError } from "@sanity/client";
import postgres from "postgres";
import { z } from "zod";

/** Error whose message is written for the person at the terminal. */
export class ToolError extends Error {}

/** Runs a terminal command. An error is printed in Portuguese without a stack trace, and the command fails. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  // Makes zod describe faults in variables and files in Portuguese. The language is not set on import, because the
  // import would also change the language of tests.
  z.config(z.locales.pt());
  process.on("uncaughtException", (error) => {
    if (!isLostWrite(error)) fail(error);
  });
  await work().catch(fail);
}

function fail(error: unknown): void {
  console.error(knownReason(error) ?? (error instanceof Error ? error.message : error));
  process.exitCode = 1;
}

/**
 * Returns true for an error that the database driver (postgres 3.4.9) throws when it writes to a closed socket. The
 * error is ignored, because the query throws another error.
 */
function isLostWrite({ stack = "" }: Error): boolean {
  return /nextWrite .*postgres.src.connection\.js/.test(stack);
}

/** Runs a part of a command. @throws ToolError with the text `failure` and the error's reason in Portuguese */
export async function orSay<Result>(failure: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    throw new ToolError(`${failure}: ${inPortuguese(cause)}`, { cause });
  }
}

/** Returns the reason of an error in Portuguese, or quotes an unknown error. */
export function inPortuguese(error: unknown): string {
  const words = knownReason(error);
  if (words !== undefined) return words;
  const message = error instanceof Error ? error.message : String(error);
  return `erro que este comando não conhece (em suas palavras: “${message}”).`;
}

/** Portuguese reasons by the SQLSTATE of a database error, or by the first characters of the SQLSTATE. */
const databaseReasons: [RegExp, string][] = [
  [/^28/, "o banco não aceitou a senha de SUPABASE_DB_URL."],
  [/^3D000/, "o banco que SUPABASE_DB_URL nomeia não existe."],
  [/^3F000|^42P01/, "o banco não tem as tabelas deste código: rode antes npx supabase db push."],
  [/^42501/, "o usuário de SUPABASE_DB_URL não tem permissão; deve ser o dono, postgres."],
  [/^53|^54/, "o banco está sem espaço, memória ou conexões livres."],
  [/^55P03/, "o banco está ocupado: outra sessão segura o que é preciso mudar."],
  [/^57014/, "o banco interrompeu a operação por demorar demais."],
  [/^(57P|08)/, "o banco encerrou a conexão."],
];

const systemReasons: Record<string, string> = {
  ENOENT: "não existe",
  EACCES: "não pode ser aberto por este usuário",
  EISDIR: "é uma pasta, não um arquivo",
  ENOTDIR: "não fica em uma pasta",
  ENOSPC: "não cabe: o disco está cheio",
};

const unreachable = /^(ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|CONNECT|UND_ERR)/;

/** Returns the reason of an error in Portuguese, or undefined for an unknown error. */
export function knownReason(error: unknown): string | undefined {
  if (error instanceof ToolError) return error.message;
  if (error instanceof postgres.PostgresError) {
    const [, words] = databaseReasons.find(([code]) => code.test(error.code)) ?? [];
    return words ?? `o banco recusou a operação (código ${error.code}).`;
  }
  if (error instanceof ClientError || error instanceof ServerError) {
    if ([401, 403].includes(error.statusCode)) {
      return "o Sanity não aceitou SANITY_WRITE_TOKEN, ou ele não é de editor.";
    }
    if (error.statusCode === 404) {
      return "o Sanity não conhece o projeto ou o dataset (SANITY_PROJECT_ID, SANITY_DATASET).";
    }
    return `o Sanity recusou a operação (código ${error.statusCode}).`;
  }
  if (!(error instanceof Error)) return undefined;
  // Errors of Sanity's export contain the error code only in the message.
  const named = /\bE(?:CONN\w+|NOTFOUND|TIMEDOUT|AI_AGAIN)\b/.exec(error.message)?.[0] ?? "";
  const code = "code" in error ? String(error.code) : named;
  if (unreachable.test(code)) {
    return `não houve resposta${"address" in error ? ` de ${String(error.address)}` : ""} (${code}).`;
  }
  const reason = systemReasons[code];
  if (reason) return `${"path" in error ? String(error.path) : "o arquivo"} ${reason}.`;
  // Errors of `fetch` and of the content client store the reason in `cause`.
  const because = error.cause === undefined ? undefined : knownReason(error.cause);
  return because ?? (error.message === "fetch failed" ? "não houve resposta." : undefined);
}
