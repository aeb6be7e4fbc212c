import { ClientError, ServerError } from "@sanity/client";
import postgres from "postgres";
import { z } from "zod";

/** What a tool has to say to the person at the terminal, in words of its own. */
export class ToolError extends Error {}

/** Does the work of a terminal command; an error is told in Portuguese, without a trace, and fails the command. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  // What is wrong with a variable or a file is told in zod's words. A test that loads this file keeps its own.
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
 * When the database goes away, its driver (postgres 3.4.9) may write to a socket that is gone, outside
 * of any promise; whoever waits for an answer is told by itself.
 */
function isLostWrite({ stack = "" }: Error): boolean {
  return /nextWrite .*postgres.src.connection\.js/.test(stack);
}

/**
 * Does a part of a command's work.
 * @throws ToolError that begins with `failure` and says why, in Portuguese as far as the reason is known
 */
export async function orSay<Result>(failure: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    throw new ToolError(`${failure}: ${inPortuguese(cause)}`, { cause });
  }
}

/** Why something failed, for a person; of what nobody foresaw, its own words are quoted as such. */
export function inPortuguese(error: unknown): string {
  const words = knownReason(error);
  if (words !== undefined) return words;
  const message = error instanceof Error ? error.message : String(error);
  return `erro que este comando não conhece (em suas palavras: “${message}”).`;
}

/** By SQLSTATE, or its class. */
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

/** Why something failed, in Portuguese; undefined for what nobody foresaw. */
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
  // Sanity's export names the code in its own sentence alone.
  const named = /\bE(?:CONN\w+|NOTFOUND|TIMEDOUT|AI_AGAIN)\b/.exec(error.message)?.[0] ?? "";
  const code = "code" in error ? String(error.code) : named;
  if (unreachable.test(code)) {
    return `não houve resposta${"address" in error ? ` de ${String(error.address)}` : ""} (${code}).`;
  }
  const reason = systemReasons[code];
  if (reason) return `${"path" in error ? String(error.path) : "o arquivo"} ${reason}.`;
  // What `fetch` and the content's client throw says nothing itself.
  const because = error.cause === undefined ? undefined : knownReason(error.cause);
  return because ?? (error.message === "fetch failed" ? "não houve resposta." : undefined);
}
