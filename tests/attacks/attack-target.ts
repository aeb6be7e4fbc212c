import { createClient } from "@supabase/supabase-js";
import { textPdf } from "../../supabase/local/seed/text-pdf.ts";
import { stackKeys } from "../../supabase/local/process/stack-keys.ts";
import { createPersonas } from "../../supabase/tests/support/personas.ts";
import { startTestStack } from "../functions/test-stack.ts";
import { type Attacker, makeAttackers } from "./attackers.ts";
import { siteUrl } from "./function-call.ts";
import { judgeAnswer } from "./judge-answer.ts";
import { type Answer, createSender, type Probe } from "./probe.ts";
import { readProcedures, readTables } from "./read-catalog.ts";
import type { Tally } from "./tally.ts";
import { plantVictim } from "./victim-rows.ts";

/** Stores a file in the storage folder of each contract. */
async function plantFiles(
  { url, secretKey }: { url: string; secretKey: string },
  contractIds: readonly (string | null)[],
): Promise<void> {
  const options = { auth: { persistSession: false, autoRefreshToken: false } };
  const bucket = createClient(url, secretKey, options).storage.from("contract-documents");
  const pdf = textPdf("Carta de fiança", ["sigilo-files"]);
  for (const id of contractIds) {
    const { error } = await bucket.upload(`${id}/carta.pdf`, pdf, {
      contentType: "application/pdf",
    });
    if (error) throw error;
  }
}

export type AttackTarget = Awaited<ReturnType<typeof openAttackTarget>>;

/** Starts a complete Supabase with all personas, and a victim whose data no attacker may read. */
export async function openAttackTarget(tally: Tally) {
  const stack = await startTestStack({ siteUrl });
  const { sql } = stack;
  const personas = await createPersonas(stack, sql);
  const victim = await plantVictim(sql);
  await plantFiles(stack, [victim.contractId, personas.tenant.contractId]);
  const { jwtSecret } = await stackKeys(stack.dataDirectory);
  const attackers = makeAttackers(personas, { publishableKey: stack.publishableKey, jwtSecret });
  const sender = createSender(stack.url);

  /** Sends a probe as an attacker, counts the probe, and reports data that the answer leaks. */
  async function ask(kind: string, attacker: Attacker, probe: Probe): Promise<Answer> {
    const answer = await sender.send(probe);
    tally.add(kind);
    for (const leak of judgeAnswer(answer, victim.marks, attacker.mayRead)) {
      const body = probe.body === undefined ? "" : ` ${String(probe.body).slice(0, 120)}`;
      const headers = JSON.stringify(probe.headers ?? {}).slice(0, 300);
      tally.fault(
        `${leak}: ${attacker.name} ${probe.method ?? "GET"} ${probe.path}${body} ${headers} -> ${answer.status} ${answer.body.slice(0, 200)}`,
      );
    }
    return answer;
  }

  return {
    stack,
    sql,
    tally,
    personas,
    victim,
    attackers,
    tables: await readTables(sql),
    procedures: await readProcedures(sql),
    ask,
    async close() {
      sender.close();
      await stack.stop();
    },
  };
}
