import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { callAsService } from "../support/act-as.ts";
import {
  agedAccount,
  agedAudit,
  agedAddress,
  agedContract,
  agedDocument,
  agedClaim,
  agedCorrection,
  agedInspection,
  agedMail,
  agedRefundAccount,
  agedSimulation,
} from "../support/aged-rows.ts";
import { createUser } from "../support/create-user.ts";
import { insertContract } from "../support/insert-contract.ts";
import {
  contactMessageRow,
  contractRow,
  documentRow,
  offerRow,
  partnerRow,
  partnershipRow,
} from "../support/sample-rows.ts";
import { type TestDatabase, testDatabase } from "../support/test-database.ts";

/** Tables without personal data. Every other table needs a rule in private.retention. */
const withoutPersonalData = [
  "private.function_failures",
  "private.hash_keys",
  "private.kept_content",
  "private.last_runs",
  "private.limits",
  "private.retention",
  "private.simulation_counts",
  "private.staff_settings",
  "private.statement_layouts",
];

const hash = "c".repeat(64);

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  // The purge deletes old rows of this log, which pg_cron writes in hosted projects. pg_cron does not run in tests.
  await database.sql`create schema cron`;
  await database.sql`create table cron.job_run_details (runid bigint, end_time timestamptz)`;
}, 60_000);
afterAll(() => database.close());
beforeEach(async () => {
  const { sql } = database;
  await sql`delete from public.simulations`;
  await sql`delete from public.outgoing_mail`;
  await sql`delete from public.rate_limits`;
});

/**
 * Two functions for each retention rule. `make` creates a row of the given age. `left` returns what remains of that row
 * after the purge: nothing, or the reduced columns.
 */
type Sample = { make: (age: string) => Promise<unknown>; left: () => Promise<unknown> };

const accounts = () => rows("public.claims where account is not null");
const refundAccounts = () => rows("public.refund_accounts");
const photos = () => rows("public.inspection_files");
const addresses = () => rows("public.lease_addresses");
const simulation = (status: string): Sample => ({
  make: (age) => agedSimulation(database.sql, status, age),
  left: () => rows("public.simulations"),
});
const analysis = (from: string): Sample => ({
  make: (age) => agedDocument(database.sql, age),
  left: () => rows(from),
});
const audit = (outcome: "denied" | "done"): Sample => ({
  make: (age) => agedAudit(database.sql, outcome, age),
  left: () => rows(`public.audit_trail where outcome = '${outcome}'`),
});
const samples: Record<string, Sample> = {
  "account-links": {
    make: async (age) => {
      const owner = await createUser(database.sql, `${crypto.randomUUID()}@payser.example`);
      await database.sql`
        insert into private.account_links (user_id, purpose, secret_hash, mailed_at)
        values (${owner}, 'set-password', ${hash}, now() - ${age}::interval)`;
    },
    left: () => rows("private.account_links"),
  },
  "accounts-never-released": {
    make: (age) => agedAccount(database.sql, "parada@payser.example", age, true),
    left: () => rows("auth.users where email = 'parada@payser.example'"),
  },
  "accounts-unconfirmed": {
    make: (age) => agedAccount(database.sql, "ninguem@payser.example", age, false),
    left: () => rows("auth.users where email = 'ninguem@payser.example'"),
  },
  "asked-documents": analysis(
    "public.asked_documents as d full join public.asked_files on document_id = d.id",
  ),
  "bureau-answers": analysis("private.bureau_answers"),
  "request-approvals": analysis("private.request_approvals"),
  "audit-denied": audit("denied"),
  "audit-done": audit("done"),
  "auth-log": {
    make: (age) => database.sql`
      insert into auth.audit_log_entries (id, created_at)
      values (gen_random_uuid(), now() - ${age}::interval)`,
    left: () => rows("auth.audit_log_entries"),
  },
  "contracts-contact": {
    make: async (age) => {
      const owner = await createUser(
        database.sql,
        `${crypto.randomUUID()}@contratos.payser.invalid`,
      );
      const row = contractRow(owner, { tenant_phone: "44999998888" });
      await insertContract(database.sql, row);
      await database.sql`
        update public.contracts set start_date = now() - ${age}::interval - interval '1 year',
          end_date = now() - ${age}::interval
        where user_id = ${owner}`;
    },
    left: () =>
      rows("public.contracts where tenant_email is not null and tenant_phone is not null"),
  },
  "cron-runs": {
    make: (age) =>
      database.sql`insert into cron.job_run_details values (1, now() - ${age}::interval)`,
    left: () => rows("cron.job_run_details"),
  },
  "refund-accounts": { make: (age) => agedRefundAccount(database.sql, age), left: refundAccounts },
  "claims-account": { make: (age) => agedClaim(database.sql, age), left: accounts },
  "inspection-files": { make: (age) => agedInspection(database.sql, age), left: photos },
  "lease-addresses": { make: (age) => agedAddress(database.sql, age, true), left: addresses },
  "lease-addresses-unconfirmed": {
    make: (age) => agedAddress(database.sql, age, false),
    left: addresses,
  },
  "landlord-links": {
    make: (age) => database.sql`
      insert into private.landlord_links (address, secret_hash, made_at)
      select id || '@b.co', md5(id) || md5(id), now() - ${age}::interval
      from cast(gen_random_uuid() as text) as id`,
    left: () => rows("private.landlord_links"),
  },
  landlords: {
    make: (age) => database.sql`
      insert into public.landlords (name, created_at) values ('José', now() - ${age}::interval)`,
    left: () => rows("public.landlords"),
  },
  "login-attempts": {
    make: (age) => database.sql`
      insert into public.login_attempts (kind, subject_hash, address_hash, created_at)
      values ('contract', ${hash}, ${hash}, now() - ${age}::interval)`,
    left: () => rows("public.login_attempts"),
  },
  "outgoing-mail-parked": {
    make: (age) => agedMail(database.sql, "parked", age),
    left: () => rows("public.outgoing_mail"),
  },
  "outgoing-mail-sent": {
    make: (age) => agedMail(database.sql, "sent", age),
    left: () => rows("public.outgoing_mail"),
  },
  partners: {
    make: async (age) => {
      await database.sql`insert into public.partners ${database.sql(partnerRow())}`;
      await database.sql`
        update public.partners set accepted_at = now() - ${age}::interval - interval '1 year',
          ended_at = now() - ${age}::interval
        where ended_at is null`;
    },
    left: () => rows("public.partners"),
  },
  "partnership-notes": {
    make: async (age) => {
      const [request] = await database.sql`
        insert into public.partnership_requests ${database.sql(partnershipRow())} returning id`;
      await database.sql`
        insert into public.partnership_notes (id, request_id, note, created_at)
        values (gen_random_uuid(), ${String(request?.["id"])}, 'Ligou', now() - ${age}::interval)`;
    },
    left: () => rows("public.partnership_notes"),
  },
  "partnership-requests": {
    make: async (age) => {
      await database.sql`insert into public.partnership_requests ${database.sql(partnershipRow())}`;
      await database.sql`
        update public.partnership_requests set created_at = now() - ${age}::interval
        where created_at = (select max(created_at) from public.partnership_requests)`;
    },
    left: () => rows("public.partnership_requests"),
  },
  "contact-messages": {
    make: async (age) => {
      await database.sql`
        insert into public.contact_messages ${database.sql(contactMessageRow())}`;
      await database.sql`
        update public.contact_messages set created_at = now() - ${age}::interval
        where created_at = (select max(created_at) from public.contact_messages)`;
    },
    left: () => rows("public.contact_messages"),
  },
  "offers-closed": {
    make: async (age) => {
      const id = await agedSimulation(database.sql, "approved", "1 day");
      const row = offerRow(id, {
        status: "declined",
        decline_reason: "Encontrei outra garantia.",
        closed_at: new Date(),
      });
      await database.sql`insert into public.offers ${database.sql(row)}`;
      await database.sql`update public.offers set closed_at = now() - ${age}::interval`;
    },
    left: () => rows("public.offers"),
  },
  "rate-limits": {
    make: (age) => database.sql`
      insert into public.rate_limits (action, subject, window_started_at)
      values ('mail-by-mailbox', ${hash}, now() - ${age}::interval)`,
    left: () => rows("public.rate_limits"),
  },
  "request-corrections": {
    make: (age) => agedCorrection(database.sql, age),
    left: () => rows("private.request_corrections"),
  },
  "simulations-approved": {
    make: (age) => agedSimulation(database.sql, "approved", age),
    left: () => rows("public.simulations where monthly_income > 0 and comments is not null"),
  },
  "simulations-approved-old": simulation("approved"),
  "simulations-contracted": {
    make: (age) => contractedRequest(age),
    left: () =>
      rows("public.simulations join public.asked_documents on simulation_id = simulations.id"),
  },
  "simulations-pending": simulation("pending"),
  "simulations-rejected": simulation("rejected"),
  "staff-recovery-codes": {
    make: async (age) => {
      const owner = await createUser(database.sql, `${crypto.randomUUID()}@payser.example`);
      await database.sql`
        insert into private.staff_recovery_codes (user_id, code_hash, used_at)
        values (${owner}, ${hash}, now() - ${age}::interval)`;
    },
    left: () => rows("private.staff_recovery_codes"),
  },
  "statement-lines-aside": {
    make: (age) => database.sql`
      insert into private.statement_lines (key, decided_at) values (${hash}, now() - ${age}::interval)`,
    left: () => rows("private.statement_lines"),
  },
  "tracking-links": {
    make: (age) => agedSimulation(database.sql, "approved", age),
    left: () => rows("private.tracking_links"),
  },
};

describe("the retention rules", () => {
  test("each have a sample below when they are applied directly", async () => {
    const lines = await database.sql`
      select name from private.retention where how <> 'by hand' order by name`;
    expect(lines.map((line) => line["name"])).toEqual(Object.keys(samples).toSorted());
  });

  test("name every table that may hold personal data", async () => {
    const tables = await database.sql`
      select format('%I.%I', relnamespace::regnamespace, relname) as name from pg_class
      where relnamespace = any (array['public', 'private']::regnamespace[])
        and relkind in ('r', 'p')`;
    const lines = await database.sql`select distinct table_name from private.retention`;
    const named = lines.map((line) => String(line["table_name"]));
    const ours = named.filter((name) => /^(public|private)[.]/.test(name));
    expect(tables.map((table) => table["name"]).toSorted()).toEqual(
      ours.concat(withoutPersonalData).toSorted(),
    );
    expect(named).toEqual(expect.arrayContaining(["auth.users", "auth.audit_log_entries"]));
  });

  test("state data, period and reason with the law, in Portuguese", async () => {
    const lines = await database.sql`select name, what, reason from private.retention`;
    for (const { name, what, reason } of lines) {
      expect([name, String(what).length > 10]).toEqual([name, true]);
      if (name !== "cron-runs") {
        expect(reason).toMatch(/LGPD|Código Civil|Marco Civil/);
      }
    }
  });
});

describe.each(Object.entries(samples))("%s", (name, { make, left }) => {
  test("applies once the row is old enough, and not a day before", async () => {
    const [line] = await database.sql`
      select keep_for + interval '1 day' as old, keep_for - interval '1 day' as young
      from private.retention where name = ${name}`;
    const [old, young] = [String(line?.["old"]), String(line?.["young"])];
    await purgeAll();
    const before = Number(await left());
    await make(old);
    expect(await left()).toBe(before + 1);
    await purgeAll();
    expect(await left()).toBe(before);
    await make(young);
    await purgeAll();
    expect(await left()).toBe(before + 1);
  });
});

test("one call purges a bounded number of rows and returns it; the next calls continue", async () => {
  const { sql } = database;
  await purgeAll();
  await sql`
    insert into public.rate_limits (action, subject, window_started_at)
    select 'mail-by-mailbox', repeat('d', 64), now() - interval '3 days' - n * interval '1 second'
    from generate_series(1, 2500) as n`;
  expect([await purge(), await purge(), await purge(), await purge()]).toEqual([
    1000, 1000, 500, 0,
  ]);
});

test("the audit trail keeps rows of less than a year, whatever the table says", async () => {
  const { sql } = database;
  await agedAudit(database.sql, "denied", "11 months");
  const before = await rows("public.audit_trail");
  await sql`update private.retention set keep_for = interval '1 day' where name = 'audit-denied'`;
  await expect(purge()).rejects.toThrow("append-only");
  await sql`update private.retention set keep_for = interval '1 year' where name = 'audit-denied'`;
  await expect(sql`delete from public.audit_trail`).rejects.toThrow("append-only");
  expect(await rows("public.audit_trail")).toBe(before);
});

test.each(["active", "disabled"])("a released account is never purged: %s", async (status) => {
  const { sql } = database;
  const id = await agedAccount(database.sql, `antiga.${status}@payser.example`, "6 years", false);
  await sql`update public.staff set status = ${status} where user_id = ${id}`;
  await purgeAll();
  expect(await rows(`auth.users where id = '${id}'`)).toBe(1);
});

test("a request's documents and income outlive its decision while its contract can be claimed", async () => {
  await purgeAll();
  const id = await contractedRequest("0 days", "6 years");
  await purgeAll();
  const kept = `public.simulations where id = '${id}' and monthly_income > 0 and comments is not null`;
  expect(await rows(kept)).toBe(1);
  expect(await rows(`public.asked_documents where simulation_id = '${id}'`)).toBe(1);
});

test("a closed contract counts from its closing, and the newer of two contracts counts", async () => {
  await purgeAll();
  const id = await contractedRequest("-1 year", "7 years");
  const [row] = await database.sql`
    select contract_id from private.request_contracts where simulation_id = ${id}`;
  await database.sql`
    update public.contracts set status = 'cancelled', closed_at = now() - interval '6 years 2 days',
      close_reason = 'Desistência'
    where id = ${String(row?.["contract_id"])}`;
  await agedContract(database.sql, id, "1 year", "withdrawn");
  await purgeAll();
  expect(await rows(`public.simulations where id = '${id}'`)).toBe(1);
  await database.sql`delete from public.contracts where status = 'active'`;
  await purgeAll();
  expect(await rows(`public.simulations where id = '${id}'`)).toBe(0);
});

test("a lasting partnership is kept when its request is purged", async () => {
  const [request] = await database.sql`
    insert into public.partnership_requests ${database.sql(partnershipRow())} returning id`;
  const requestId = String(request?.["id"]);
  await database.sql`
    insert into public.partners ${database.sql(partnerRow({ request_id: requestId }))}`;
  await database.sql`
    update public.partnership_requests set created_at = now() - interval '3 years'
    where id = ${requestId}`;
  await purgeAll();
  expect(await rows(`public.partnership_requests where id = '${requestId}'`)).toBe(0);
  expect(await rows("public.partners where request_id is null and ended_at is null")).toBe(1);
});

/** Creates an approved request with a document and a contract that ended `age` ago; returns the id of the request. */
async function contractedRequest(age: string, decided = age) {
  const id = await agedSimulation(database.sql, "approved", decided);
  await database.sql`insert into public.asked_documents ${database.sql(documentRow(id))}`;
  await agedContract(database.sql, id, age, "accepted");
  return id;
}

function purge() {
  return callAsService(database.sql, "purge_expired", {});
}

async function purgeAll() {
  while (Number(await purge()) > 0);
}

async function rows(from: string) {
  const [row] = await database.sql.unsafe(`select count(*)::integer as rows from ${from}`);
  return Number(row?.["rows"]);
}
