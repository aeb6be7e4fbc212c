// @module-tag full
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres, { type Sql } from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startDatabase } from "../../local/database/start-database.ts";
import { findFreePort } from "../../local/process/ports.ts";
import { mayPrint } from "../../../tests/support/runner/printed-problems.ts";
import { partRestarted } from "../support/database-outage.ts";
import { callAsConnected } from "../support/act-as.ts";
import { addLandlordAddress } from "../support/add-landlord-address.ts";
import { createStaff, createUser } from "../support/create-user.ts";
import { insertContract } from "../support/insert-contract.ts";
import { claimItemRow, claimRow, contractRow, simulationRequest } from "../support/sample-rows.ts";

/** Timeout (ms) of a wait for acknowledged writes. A busy machine writes slowly. */
const WAIT_MS = 100_000;
/** Timeout (ms) of a test, which waits before each of three or four kills. */
const TEST_MS = 500_000;

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "payser-crash-"));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

test(
  "PostgreSQL killed during writes keeps every acknowledged row with both its mails",
  async () => {
    mayPrint(partRestarted);
    const options = {
      directory: join(directory, "database"),
      port: await findFreePort(),
      password: "test",
    };
    const acknowledged: string[] = [];

    for (let crash = 0; crash < 3; crash += 1) {
      const database = await startDatabase(options);
      await database.sql`update private.limits set most = 1000000`;
      const writers = Array.from({ length: 8 }, () => writeUntilCut(database.url, acknowledged));
      const enough = acknowledged.length + 60;
      await expect.poll(() => acknowledged.length, { timeout: WAIT_MS }).toBeGreaterThan(enough);
      await killCluster(database.server.pid());
      await Promise.all(writers);
      await database.close();
    }

    const { sql, close } = await startDatabase(options);
    const rows = await sql`select id from public.simulations`;
    const kept = new Set(rows.map((row) => String(row["id"])));
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
    const [odd] = await sql`
    select count(*)::integer as n from (
      select s.id from public.simulations as s
      left join public.outgoing_mail as m on m.simulation_id = s.id
      group by s.id having count(m.id) <> 2
    ) as incomplete`;
    expect(odd?.["n"]).toBe(0);
    console.log(`${acknowledged.length} acknowledged simulations, none lost in 3 kills`);
    await close();
  },
  TEST_MS,
);

test(
  "PostgreSQL killed between bookings and mails loses none and notifies nobody twice",
  async () => {
    mayPrint(partRestarted);
    const options = {
      directory: join(directory, "bookings"),
      port: await findFreePort(),
      password: "test",
    };
    const first = await startDatabase(options);
    const staff = await createStaff(first.sql, "equipe@payser.example");
    const fees = await awaitedFees(first.sql, 100);
    await first.close();
    const booked = new Set<string>();
    for (const most of [25, 50, 75]) {
      const database = await startDatabase(options);
      const { sql, url, server } = database;
      const paid = await sql`select id from public.charges where not is_open`;
      const left = fees.filter((id) => !paid.some((row) => row["id"] === id));
      // Four connections try to book every fee. Only the first booking of a fee changes a row.
      const clerks = Array.from({ length: 4 }, (_clerk, turn) =>
        bookUntilCut(url, staff, turn % 2 ? left.toReversed() : left, booked),
      );
      await expect.poll(() => booked.size, { timeout: WAIT_MS }).toBeGreaterThan(most);
      await killCluster(server.pid());
      await Promise.all(clerks);
      await database.close();
    }
    const { sql, url, close } = await startDatabase(options);
    const kept = await sql`select id from public.charges where not is_open`;
    expect([...booked].filter((id) => !kept.some((row) => row["id"] === id))).toEqual([]);
    await bookUntilCut(url, staff, fees, booked);
    const [told] = await sql`
    select private.unbalanced_contracts()::integer as unbalanced, count(*)::integer as mails, count(distinct mail.contract_id)::integer as tenants,
      (select count(*)::integer from public.movements) as movements,
      (select count(*)::integer from private.receipts) as receipts,
      (select count(*)::integer from public.contracts where letter_fee = 'paid') as paid,
      (select count(*)::integer from public.audit_trail where action = 'book-payment') as noted
    from public.outgoing_mail as mail where mail.template = 'letter-fee'`;
    expect(told).toEqual({
      unbalanced: 0,
      mails: 100,
      tenants: 100,
      movements: 100,
      receipts: 100,
      paid: 100,
      noted: 100,
    });
    await close();
  },
  TEST_MS,
);

/** Adds contracts whose letters wait for the payment of their fee, and returns the ids of the fees. */
async function awaitedFees(sql: Sql, count: number): Promise<string[]> {
  for (let made = 0; made < count; made += 1) {
    const owner = await createUser(sql, `contrato-${made}@contratos.payser.invalid`);
    const term = { start_date: "2020-01-01", end_date: "2099-12-31" };
    const row = contractRow(owner, { ...term, letter_fee: "awaited" });
    await insertContract(sql, row);
  }
  const rows = await sql`
    insert into public.charges (contract_id, kind, amount, due_on, cause)
    select id, 'fee', 100, '2099-12-10', 'acceptance' from public.contracts returning id`;
  return rows.map((row) => String(row["id"]));
}

/** Books fees as a member of staff, one statement per fee, until the connection is cut. */
async function bookUntilCut(
  url: string,
  userId: string,
  fees: readonly string[],
  booked: Set<string>,
) {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    const [session] = await sql`
      insert into auth.sessions (id, user_id, created_at) values (gen_random_uuid(), ${userId}, now()) returning id`;
    const claims = JSON.stringify({ sub: userId, session_id: session?.["id"] });
    await sql`
      select set_config('request.jwt.claim.sub', ${userId}, false),
        set_config('request.jwt.claims', ${claims}, false),
        set_config('role', 'authenticated', false)`;
    for (const charge_id of fees) {
      await sql`
        select public.book_payment(gen_random_uuid(), ${charge_id}, private.today_in_brasilia(), 100, 100)`;
      booked.add(charge_id);
    }
  } catch {
    // The connection was cut. Changes by a call without an answer may or may not have been stored.
  } finally {
    await sql.end({ timeout: 0 });
  }
}
test(
  "a claim whose decision, payment and mail are interrupted by kills is decided, paid and announced once",
  async () => {
    mayPrint(partRestarted);
    const options = {
      directory: join(directory, "claims"),
      port: await findFreePort(),
      password: "test",
    };
    let database = await startDatabase(options);
    const { sql } = database;
    await sql`update private.limits set most = 1000000`;
    // A decision that can still be undone may not be paid, and the payments together pass the amount for one person.
    await sql`update private.staff_settings set undo_seconds = 0, second_person_above = 1000000`;
    const decider = await openSession("acionamentos@payser.example");
    const payer = await openSession("financeiro@payser.example");
    const waiting: { claim: string; item: string }[] = [];
    for (let made = 0; made < 60; made += 1) {
      const owner = await createUser(sql, `contrato-${made}@contratos.payser.invalid`);
      const row = contractRow(owner, { tenant_email: "a@b.co" });
      const { id: contractId, leaseId } = await insertContract(sql, row);
      await addLandlordAddress(sql, leaseId, `locador-${made}@exemplo.com.br`);
      const account = {
        kind: "pix",
        key: "a@b.co",
        holder: "José Pereira",
        document: "52998224725",
      };
      const opened = claimRow(
        { contractId, leaseId },
        { account: sql.json(account), account_since: "2026-01-01", tenant_until: "2026-01-01" },
      );
      const [claim] = await sql`insert into public.claims ${sql(opened)} returning id`;
      const item = claimItemRow(String(claim?.["id"]));
      await sql`insert into public.claim_items ${sql(item)}`;
      waiting.push({ claim: item.claim_id, item: item.id });
    }

    /** Creates a member of staff with a session that passed the second factor. Returns the claims of its token. */
    async function openSession(email: string) {
      const sub = await createStaff(sql, email);
      const [session] = await sql`
      insert into auth.sessions (id, user_id, created_at) values (gen_random_uuid(), ${sub}, now()) returning id`;
      return { sub, session_id: session?.["id"], aal: "aal2" };
    }

    // The role is set for the whole connection, not in a transaction, because the driver would try to roll back a
    // transaction on a dead socket.
    const actAs = (own: Sql, member: typeof decider) => own`
    select set_config('request.jwt.claim.sub', ${member.sub}, false),
      set_config('request.jwt.claims', ${JSON.stringify(member)}, false), set_config('role', 'authenticated', false)`;

    /**
     * Books the charge of a claim. The movement gets the id of the charge, so that a repeated booking changes nothing.
     */
    async function payClaim(own: Sql, claim: string) {
      const [charge] = await database.sql`
      select id from public.charges where claim_id = ${claim}`;
      await own`
      select public.book_payment(
        ${String(charge?.["id"])}, ${String(charge?.["id"])}, private.today_in_brasilia(), 100, 100, null, 0
      )`;
    }

    async function work(url: string, queue: typeof waiting): Promise<void> {
      const own = postgres(url, { max: 1, onnotice: () => undefined });
      try {
        for (let next = queue.pop(); next; next = queue.pop()) {
          const { claim, item } = next;
          const [seen] = await database.sql`select private.claim_version(${claim}) as version`;
          await actAs(own, decider);
          await callAsConnected(own, "decide_claim", {
            claim_id: claim,
            items: [{ id: item, granted: 100 }],
            recourse: 0,
            version: Number(seen?.["version"]),
          });
          await actAs(own, payer);
          await payClaim(own, claim);
          // A claim leaves the list only after all steps were answered. Otherwise all steps run again. A repeated step
          // has no effect.
          waiting.splice(waiting.indexOf(next), 1);
        }
      } catch {
        // The kill of PostgreSQL cut the connection.
      } finally {
        await own.end({ timeout: 0 });
      }
    }

    for (let crash = 0; crash < 4; crash += 1) {
      const queue = [...waiting];
      const workers = Array.from({ length: 4 }, () => work(database.url, queue));
      const left = waiting.length - 8;
      await expect.poll(() => waiting.length, { timeout: WAIT_MS, interval: 2 }).toBeLessThan(left);
      await killCluster(database.server.pid());
      await Promise.all(workers);
      await database.close();
      database = await startDatabase(options);
    }
    await work(database.url, [...waiting]);
    const odd = await database.sql`
    select claim.id from public.claims as claim
    where (select count(*) from public.charges where claim_id = claim.id and not is_open) <> 1
      or (select count(*) from public.charges where claim_id = claim.id) <> 1
      or (select count(*) from public.movements where contract_id = claim.contract_id) <> 1
      or (
        select count(*) from public.outgoing_mail as mail
        where mail.contract_id = claim.contract_id and mail.template in ('claim-decided', 'claim-paid')
      ) <> 4
      or (select count(*) from public.case_events as event where event.claim_id = claim.id) <> 2`;
    expect([...odd]).toEqual([]);
    expect(waiting).toEqual([]);
    await database.close();
  },
  TEST_MS,
);

async function writeUntilCut(url: string, acknowledged: string[]) {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    for (;;) {
      // Sends one statement without a transaction, because the driver would try to roll back a transaction on a dead
      // socket.
      const [row] = await sql`
        select public.submit_simulation(
          ${sql.json(simulationRequest())}, ${"a".repeat(64)}, '1'
        ) as answer`;
      const answer: unknown = row?.["answer"];
      if (typeof answer === "object" && answer !== null && "id" in answer) {
        acknowledged.push(String(answer.id));
      }
    }
  } catch {
    // The connection was cut. Changes by a call without an answer may or may not have been stored.
  } finally {
    await sql.end({ timeout: 0 });
  }
}

/** Sends SIGKILL to the main process of PostgreSQL. The child processes then stop by themselves. */
async function killCluster(pid: number | undefined) {
  const kill = spawn("kill", ["-9", String(pid)]);
  await once(kill, "exit");
}
