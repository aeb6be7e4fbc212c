// @module-tag full
import { createHash } from "node:crypto";
import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { offerRow, simulationRow } from "../../supabase/tests/support/sample-rows.ts";
import { databaseOutage, partRestarted } from "../../supabase/tests/support/database-outage.ts";
import { mayPrint } from "../support/runner/printed-problems.ts";
import { someAddress } from "./filled-forms.ts";
import { startTestStack, type TestStack } from "./test-stack.ts";

const requests = 24;
const kills = 6;
const conditions = Buffer.from("%PDF-1.4 as it was shown");
const sha256 = createHash("sha256").update(conditions).digest("hex");
vi.setConfig({ testTimeout: 600_000 });

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack({});
  await stack.sql`update private.staff_settings set undo_seconds = 0`;
  await stack.sql`update private.limits set most = 1000000`;
}, 60_000);
afterAll(() => stack?.stop(), 60_000);

interface Open {
  secret: string;
  offerId: string;
}

/** Creates requests, each with an offer that can be accepted. */
async function openOffers(): Promise<Open[]> {
  const { sql } = stack;
  const service = createClient(stack.url, stack.secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const [staff] = await sql`select user_id from public.staff where status = 'active'`;
  async function openOffer(): Promise<Open> {
    const [row] = await sql`insert into public.simulations ${sql(simulationRow())} returning id`;
    const id = String(row?.["id"]);
    const offer = {
      ...offerRow(id),
      id: crypto.randomUUID(),
      clauses: [{ title: "7. Exclusões", text: "Não cobre aluguéis." }],
      conditions_sha256: sha256,
      request_version: 0,
    };
    const file = `${offer.id}/${sha256}.pdf`;
    const { error } = await service.storage
      .from("offer-documents")
      .upload(file, conditions, { contentType: "application/pdf" });
    if (error) throw error;
    const [made] = await sql`
      select public.make_offer(${sql.json(offer)}, ${String(staff?.["user_id"])}),
        public.tracking_secret(${id}) as secret`;
    return { secret: String(made?.["secret"]), offerId: offer.id };
  }

  const opened: Open[] = [];
  // Makes one offer at a time. Many uploads at once would delay each other and exceed the time limit of an upload.
  // oxlint-disable-next-line no-await-in-loop
  while (opened.length < requests) opened.push(await openOffer());
  return opened;
}

/** Repeats the acceptance, like a person who clicks again, until the server confirms. Returns the contract number. */
async function accept({ secret, offerId }: Open): Promise<string> {
  const body = {
    secret,
    offerId,
    fullName: "Ana Maria da Silva",
    clauses: ["7. Exclusões"],
    conditionsSha256: sha256,
  };
  for (;;) {
    const answer = await stack
      .call("accept-offer", { body, from: someAddress() })
      .catch(() => undefined);
    const number: unknown = Object(Object(answer?.body).data).contractNumber;
    if (answer?.status === 200 && typeof number === "string") return number;
    // A call that a killed process fails to answer gets one of these statuses. Any other status is an error.
    if (answer && ![401, 500, 502, 503, 504].includes(answer.status)) {
      throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    }
    await pause(50);
  }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function kill(victim: "functions" | "database"): Promise<void> {
  const part = victim === "functions" ? stack.functions : stack.database;
  const pid = part?.pid();
  if (!part || pid === undefined) throw new Error(`There are no ${victim}`);
  process.kill(pid, "SIGKILL");
  // The launcher starts a new process for the killed part. A changed process id shows that the part has been restarted.
  await vi.waitUntil(() => part.pid() !== pid, { timeout: 60_000, interval: 5 });
}

async function count(from: string): Promise<number> {
  const [row] = await stack.sql.unsafe(`select count(*)::integer as n from ${from}`);
  return Number(row?.["n"]);
}

test("acceptances with two clicks each and kills in between make one contract and one letter each", async () => {
  mayPrint(
    ...databaseOutage,
    /"code":"unavailable"/,
    /ECONNREFUSED|ECONNRESET|Connection|^Storage error/,
    partRestarted,
  );
  const waiting = await openOffers();
  const before = await count("public.contracts");
  const numbers = new Map<string, string[]>();
  let done = 0;

  async function work(): Promise<void> {
    for (let open = waiting.pop(); open; open = waiting.pop()) {
      const both = await Promise.all([accept(open), accept(open)]);
      numbers.set(open.offerId, both);
      done += 1;
    }
  }
  const workers = Promise.all(Array.from({ length: 4 }, work));
  for (let time = 0; time < kills; time += 1) {
    // Each kill waits until four more offers have been accepted. This spreads the kills over the whole test on slow and
    // fast machines alike.
    await vi.waitUntil(() => done >= time * 4, { timeout: 120_000, interval: 5 });
    await pause(Math.random() * 60);
    await kill(time % 2 === 0 ? "functions" : "database");
  }
  await workers;

  expect(numbers.size).toBe(requests);
  for (const [first, second] of numbers.values()) expect(second).toBe(first);
  expect(new Set([...numbers.values()].flat()).size).toBe(requests);
  expect((await count("public.contracts")) - before).toBe(requests);
  expect(await count("public.contracts where offer_id is not null")).toBe(requests);
  const ours = "(select id from public.contracts where offer_id is not null)";
  for (const table of ["acceptances", "letters", "document_jobs"]) {
    const rows = await count(`public.${table} where contract_id in ${ours}`);
    expect([table, rows]).toEqual([table, requests]);
  }
  expect(await count("auth.users where email like 'contrato-%'")).toBe(before + requests);

  // A worker reserves a job for two minutes. This update ends the reservations of workers that were killed at work.
  await stack.sql`update public.document_jobs set leased_until = now() where status = 'working'`;
  await stack.sql`update public.document_jobs set next_attempt_at = now() where status = 'queued'`;
  await vi.waitUntil(
    async () => {
      await stack.call("issue-documents", { headers: { apikey: stack.secretKey, origin: null } });
      return (await count("public.document_jobs where status = 'done'")) === requests;
    },
    { timeout: 180_000, interval: 50 },
  );
  const made = `public.letters where file_sha256 is not null and contract_id in ${ours}`;
  expect(await count(made)).toBe(requests);
  const letters = `public.contract_documents where document_name = 'Carta de fiança'`;
  expect(await count(`${letters} and contract_id in ${ours}`)).toBe(requests);
  expect(await count("public.outgoing_mail where template = 'contract-ready'")).toBe(requests);
  // The mail with the documents also confirms the acceptance, so the queued confirmation mail was deleted.
  expect(await count("public.outgoing_mail where template = 'offer-accepted'")).toBe(0);
});
