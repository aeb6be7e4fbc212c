import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { trackedRequestSchema } from "#contracts/requests/tracking.ts";
import { actAs, callAsConnected, callAsService } from "./act-as.ts";
import { createStaff } from "./create-user.ts";
import { deleteContracts } from "./delete-contracts.ts";
import { hashOf } from "./hash-of.ts";
import { offerRow, simulationRow } from "./sample-rows.ts";
import { type TestDatabase, testDatabase } from "./test-database.ts";

const address_hash = "a".repeat(64);

/** Clauses of every offer that these fixtures make. */
export const clauses = [
  { title: "5. Limite", text: "Até 70%." },
  { title: "7. Exclusões", text: "Não cobre aluguéis." },
];
export const clauseTitles = clauses.map(({ title }) => title);

type AcceptanceChanges = {
  secret_hash?: string;
  offer_id?: string;
  full_name?: string;
  clauses?: string[];
  conditions_sha256?: string;
  address_hash?: string;
  landlord_email?: string;
};
type Offered = { secret_hash: string; offer: { id: string } };

/** Registers hooks that make a database for a test file about offers, and returns fixtures for that database. */
export function offerFixtures() {
  let database: TestDatabase;
  let staffId: string;
  beforeAll(async () => {
    database = await testDatabase();
    staffId = await createStaff(database.sql, "equipe@payser.example");
  }, 60_000);
  afterAll(() => database.close());
  beforeEach(async () => {
    const { sql } = database;
    await deleteContracts(sql);
    await sql`delete from auth.users where email like 'contrato-%'`;
    await sql`delete from public.simulations`;
    await sql`delete from public.outgoing_mail`;
    await sql`delete from public.rate_limits`;
    await sql`update private.staff_settings set undo_seconds = 0`;
  });

  const call = (name: string, args: Record<string, unknown>) =>
    callAsService(database.sql, name, args);
  const make = (offer: Record<string, unknown>) =>
    call("make_offer", { offer: { request_version: 0, ...offer }, actor: staffId });
  const draft = (simulationId: string, changes: Record<string, unknown> = {}) => ({
    ...offerRow(simulationId),
    id: crypto.randomUUID(),
    clauses,
    ...changes,
  });

  /** Makes a request; returns the request and the hash of the secret in its link. */
  async function request(changes: Record<string, unknown> = {}) {
    const { sql } = database;
    const row = simulationRow({ full_name: "Ana Márcia da Conceição", ...changes });
    const [stored] = await sql`insert into public.simulations ${sql(row)} returning id`;
    const id = String(stored?.["id"]);
    const secret = String(await call("tracking_secret", { simulation_id: id }));
    return { id, secret_hash: hashOf(secret) };
  }

  return {
    get sql() {
      return database.sql;
    },
    get staffId() {
      return staffId;
    },
    get database() {
      return database;
    },
    call,
    asStaff: (name: string, args: Record<string, unknown>) =>
      actAs(database.sql, { role: "authenticated", userId: staffId }, (sql) =>
        callAsConnected(sql, name, args),
      ),
    request,
    draft,
    make,
    /** Makes a request with an offer that can be accepted. */
    async offered(changes: Record<string, unknown> = {}) {
      const asked = await request();
      const offer = draft(asked.id, changes);
      expect(await make(offer)).toEqual({ changed: true, outcome: "made" });
      return { ...asked, offer };
    },
    /** Accepts an offer like the edge function accept-offer; `changes` replaces valid arguments. */
    accept({ secret_hash, offer }: Offered, changes: AcceptanceChanges = {}) {
      const args = {
        secret_hash,
        offer_id: offer.id,
        full_name: "Ana Márcia da Conceição",
        clauses: clauseTitles,
        conditions_sha256: "d".repeat(64),
        address_hash,
        user_agent: "Navegador",
        ...changes,
      };
      return actAs(database.sql, { role: "service_role" }, async (sql) => {
        const [row] = await sql`
          select public.accept_offer(
            ${args.secret_hash}, ${args.offer_id}, ${args.full_name}, ${sql.array(args.clauses)},
            ${args.conditions_sha256}, ${args.address_hash}, ${args.user_agent},
            ${args.landlord_email ?? null}
          ) as answer`;
        const answer: unknown = row?.["answer"];
        return answer;
      });
    },
    /** Answers an offer like the edge function answer-offer. */
    answer({ secret_hash, offer }: Offered, answer: string, reason: string, clause?: string) {
      return call("answer_offer", {
        secret_hash,
        offer_id: offer.id,
        answer,
        reason,
        address_hash,
        ...(clause === undefined ? {} : { clause }),
      });
    },
    /** Returns the progress that the link of a request shows. */
    async track(secret_hash: string) {
      return trackedRequestSchema.parse(await call("track_request", { secret_hash, address_hash }));
    },
    async count(from: string) {
      const [row] = await database.sql.unsafe(`select count(*)::integer as n from ${from}`);
      return Number(row?.["n"]);
    },
    /** Returns the templates of all mails in the outbox, oldest first. */
    async mails() {
      const rows = await database.sql`
        select template from public.outgoing_mail order by created_at`;
      return rows.map((row) => String(row["template"]));
    },
  };
}

/**
 * Makes a contract from an accepted offer. The contract ends in `days` days. Its landlord has two e-mail addresses, of
 * which one is confirmed.
 */
export async function contractEndingIn(
  fixtures: ReturnType<typeof offerFixtures>,
  days: number,
  changes: Record<string, unknown> = {},
) {
  const { sql } = fixtures;
  const offer = await fixtures.offered();
  await fixtures.accept(offer);
  const [landlord] = await sql`
    insert into public.landlords (name) values ('Carlos Nogueira') returning id`;
  const landlord_id = String(landlord?.["id"]);
  await sql`
    insert into public.lease_addresses (landlord_id, address, given_by, confirmed_at)
    values (${landlord_id}, 'locador@exemplo.com.br', 'staff', now()), (${landlord_id}, 'outro@exemplo.com.br', 'staff', null)`;
  const [contract] = await sql`
    update public.contracts set start_date = private.today_in_brasilia() + ${days}::integer - 364,
      end_date = private.today_in_brasilia() + ${days}::integer
    where offer_id = ${offer.offer.id} returning id, lease_id`;
  const id = String(contract?.["id"]);
  const leaseId = String(contract?.["lease_id"]);
  await sql`update public.leases set landlord_id = ${landlord_id} where id = ${leaseId}`;
  if (Object.keys(changes).length > 0) {
    await sql`update public.contracts set ${sql(changes)} where id = ${id}`;
  }
  await sql`delete from public.outgoing_mail`;
  return { ...offer, requestId: offer.id, id, leaseId };
}
