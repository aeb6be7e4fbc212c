import type { Sql, TransactionSql } from "postgres";
import { simulationExample } from "#contracts/requests/simulation-request.ts";
import { simulationRow } from "../../supabase/tests/support/sample-rows.ts";
import type { BackendStack } from "./backend-stack.ts";

const REQUESTS = 200;
/** Maximum number of rounds, including the warm-up. */
export const MOST_ROUNDS = 16;
/** Number of offers for the benchmark to accept. Each offer can be accepted only once. */
const ACCEPTANCES = 32 * MOST_ROUNDS;
const HASH = "a".repeat(64);

/** Edge function under measurement, and the body of its n-th call. */
interface AskedFunction {
  what: string;
  name: string;
  /** Settings for a function that can succeed only once per row. `limit` is the longest allowed response time in ms. */
  seldom?: { calls: number; connections: number; limit: number };
  body: (index: number) => unknown;
}

/**
 * Creates requests to follow, offers to accept and letters to verify; returns the edge functions that use these rows.
 */
export async function prepareRequests({ sql }: BackendStack): Promise<AskedFunction[]> {
  await postponeWork(sql);
  const secrets = await sql.begin(async (transaction) => ({
    pending: await addRequests(transaction, "pending", REQUESTS),
    offered: await addRequests(transaction, "approved", REQUESTS),
    accepted: await addRequests(transaction, "approved", ACCEPTANCES),
  }));
  const offers = await sql<{ offerId: string; secret: string }[]>`
    select offers.id as "offerId",
      private.tracking_secret(links.simulation_id) as secret
    from public.offers join private.tracking_links as links using (simulation_id)
    where private.tracking_secret(links.simulation_id) = any (${secrets.accepted})`;
  const letters = await sql<{ code: string }[]>`
    select code from public.letters where file_sha256 is not null`;
  const nth = (of: readonly string[], index: number) => ({ secret: of[index % of.length] });
  return [
    {
      what: "track-request, in analysis",
      name: "track-request",
      body: (index) => nth(secrets.pending, index),
    },
    {
      what: "track-request, with an offer",
      name: "track-request",
      body: (index) => nth(secrets.offered, index),
    },
    {
      what: "verify-letter",
      name: "verify-letter",
      body: (index) => letters[index % letters.length],
    },
    {
      what: "accept-offer",
      name: "accept-offer",
      // The limit is higher than that of other calls, because an acceptance writes to many tables.
      seldom: { calls: ACCEPTANCES / MOST_ROUNDS, connections: 2, limit: 600 },
      body: (index) => ({
        ...offers[index],
        fullName: simulationExample.fullName,
        clauses: ["Limite da cobertura"],
        conditionsSha256: HASH,
      }),
    },
  ];
}

/** Postpones the mails and documents that acceptances queue, so that no worker runs during the measurement. */
async function postponeWork(sql: Sql): Promise<void> {
  await sql`
    create function private.postpone() returns trigger language plpgsql set search_path = '' as $$
    begin
      new.next_attempt_at := now() + interval '1 day';
      return new;
    end
    $$`;
  for (const table of ["outgoing_mail", "document_jobs"]) {
    await sql`
      create trigger postpone before insert on public.${sql(table)}
      for each row execute function private.postpone()`;
  }
}

/** Adds requests and returns the secrets in their links. */
async function addRequests(
  sql: TransactionSql,
  status: "pending" | "approved",
  count: number,
): Promise<readonly string[]> {
  const reviewed_at = status === "approved" ? new Date(Date.now() - 60_000) : null;
  const rows = Array.from({ length: count }, (_, index) =>
    simulationRow({
      status,
      reviewed_at,
      email: `mede-${status}-${count}-${index}@exemplo.com.br`,
    }),
  );
  const added = await sql<{ id: string; secret: string }[]>`
    insert into public.simulations ${sql(rows)} returning id`;
  const ids = added.map(({ id }) => id);
  if (status === "approved") {
    await sql`
      insert into public.offers (
        simulation_id, property_type, landlord_name, rental_value, reference_value, cover_limit,
        fee, fee_due_on, payment_plan, payment_method, start_date, months, valid_until, terms_version,
        conditions_sha256
      )
      select id, 'Apartamento', 'Carlos Nogueira', 1850, 22200, 15540, 1998, current_date + 10,
        'pix', 'Pix à vista', current_date + 10, 12, now() + interval '7 days', '1.1', ${HASH}
      from unnest(${ids}::uuid[]) as id`;
  }
  const links = await sql<{ secret: string }[]>`
    select private.tracking_secret(simulation_id) as secret
    from private.tracking_links where simulation_id = any (${ids}::uuid[])`;
  return links.map(({ secret }) => secret);
}
