// @module-tag full
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres, { type Sql } from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { startDatabase } from "../../local/database/start-database.ts";
import { findFreePort } from "../../local/process/ports.ts";
import { mayPrint } from "../../../tests/support/runner/printed-problems.ts";
import { partRestarted } from "../support/database-outage.ts";
import { callAsConnected } from "../support/act-as.ts";
import { addLandlordAddress, landlordSecret } from "../support/add-landlord-address.ts";
import { account, address_hash } from "../support/claim-fixtures.ts";
import { createUser } from "../support/create-user.ts";
import { hashOf } from "../support/hash-of.ts";
import { insertContract } from "../support/insert-contract.ts";
import { contractRow, day } from "../support/sample-rows.ts";

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "payser-claim-crash-"));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

interface Case {
  leaseId: string;
  /** Hash of the secret in the landlord's link. */
  secret: string;
  /** Ids that the landlord's browser made; a repeated call sends the same ones. */
  requestId: string;
  itemId: string;
  fileId: string;
}
const claimSchema = z.object({ id: z.string(), version: z.number() });

/** Makes a lease in force whose landlord has two addresses that act. */
async function makeCase(sql: Sql, place: number): Promise<Case> {
  const owner = await createUser(sql, `contrato-${place}@contratos.payser.invalid`);
  const row = contractRow(owner, {
    tenant_email: `ana-${place}@exemplo.com.br`,
    start_date: day(-60),
    end_date: day(300),
  });
  const { leaseId } = await insertContract(sql, row);
  const address = `locador-${place}@exemplo.com.br`;
  for (const known of [address, `socio-${place}@exemplo.com.br`]) {
    await addLandlordAddress(sql, leaseId, known);
  }
  return {
    leaseId,
    secret: hashOf(await landlordSecret(sql, address)),
    requestId: crypto.randomUUID(),
    itemId: crypto.randomUUID(),
    fileId: crypto.randomUUID(),
  };
}

/** Opens a claim, sends a file, and gives and confirms an account. A repetition changes nothing. */
async function takeSteps(own: Sql, { leaseId, secret, requestId, itemId, fileId }: Case) {
  const byLink = (action: string, request: Record<string, unknown>) =>
    callAsConnected(own, "claim_by_link", { secret_hash: secret, address_hash, action, request });
  const items = [{ id: itemId, kind: "repair", description: "Porta quebrada", asked: 500 }];
  const claim = claimSchema.parse(
    await byLink("open", { leaseId, requestId, happenedOn: day(-1), items }),
  );
  await callAsConnected(own, "receive_claim_file", {
    holder: null,
    secret_hash: secret,
    is_staff: false,
    claim_id: claim.id,
    file_id: fileId,
    kind: "photo",
    item_id: null,
    file_path: `${leaseId}/${fileId}.png`,
    file_type: "image/png",
    file_sha256: fileId.replaceAll("-", "").repeat(2),
    bytes: 1000,
  });
  const { version } = claimSchema.parse(
    await byLink("open", { leaseId, requestId, happenedOn: day(-1), items }),
  );
  await byLink("change-account", { claimId: claim.id, version, account });
  const [row] = await own`
    select account_secret_hash as hash from public.claims where id = ${claim.id}`;
  if (row?.["hash"] !== null) {
    await callAsConnected(own, "confirm_claim_account", {
      secret_hash: row?.["hash"],
      address_hash,
    });
  }
}

test("claims, files and accounts that are interrupted by kills are stored and announced once", async () => {
  mayPrint(partRestarted);
  const options = {
    directory: join(directory, "claims"),
    port: await findFreePort(),
    password: "test",
  };
  let database = await startDatabase(options);
  await database.sql`update private.limits set most = 1000000`;
  const waiting: Case[] = [];
  for (let made = 0; made < 48; made += 1) waiting.push(await makeCase(database.sql, made));
  const cases = waiting.length;

  async function work(url: string, queue: Case[]): Promise<void> {
    const own = postgres(url, { max: 1, onnotice: () => undefined });
    try {
      await own`select set_config('role', 'service_role', false)`;
      for (let next = queue.pop(); next; next = queue.pop()) {
        await takeSteps(own, next);
        waiting.splice(waiting.indexOf(next), 1);
      }
    } catch {
      // The kill of PostgreSQL cut the connection. All steps of the case run again.
    } finally {
      await own.end({ timeout: 0 });
    }
  }
  for (let crash = 0; crash < 4; crash += 1) {
    const queue = [...waiting];
    const workers = Array.from({ length: 4 }, () => work(database.url, queue));
    const left = waiting.length - 6;
    await expect.poll(() => waiting.length, { timeout: 30_000, interval: 2 }).toBeLessThan(left);
    await once(spawn("kill", ["-9", String(database.server.pid())]), "exit");
    await Promise.all(workers);
    await database.close();
    database = await startDatabase(options);
  }
  await work(database.url, [...waiting]);
  expect(waiting).toEqual([]);
  const [stored] = await database.sql`
    select count(*)::integer as claims, count(distinct lease_id)::integer as leases,
      count(*) filter (where account is not null and account_next is null and account_changes = 2)::integer as accounts,
      (select count(*)::integer from public.claim_files) as files,
      (select count(*)::integer from public.case_events) as events
    from public.claims`;
  expect(stored).toEqual({
    claims: cases,
    leases: cases,
    accounts: cases,
    files: cases,
    events: cases * 4,
  });
  const told = await database.sql`
    select template || case template when 'landlord-act' then ' ' || split_part(idempotency_key, ':', 2) else '' end as mail,
      count(*)::integer as n, count(distinct recipient)::integer as people
    from public.outgoing_mail where recipient is not null group by 1 order by 1`;
  expect([...told]).toEqual([
    { mail: "claim-account", n: cases, people: cases },
    { mail: "claim-opened", n: cases * 2, people: cases * 2 },
    { mail: "claim-told", n: cases, people: cases },
    { mail: "landlord-act account-asked", n: cases * 2, people: cases * 2 },
    { mail: "landlord-act account-changed", n: cases * 2, people: cases * 2 },
    { mail: "landlord-act open-claim", n: cases * 2, people: cases * 2 },
    { mail: "landlord-act send-evidence", n: cases * 2, people: cases * 2 },
  ]);
  await database.close();
}, 180_000);
