import { z } from "zod";
import { actAs, callAsConnected } from "./act-as.ts";
import { offerFixtures } from "./offer-fixtures.ts";

const address_hash = "a".repeat(64);
const answered = z.looseObject({}).nullable();

/** A contract, its lease, its tenant's account, and the hash of its request's link. */
export type Signed = { id: string; leaseId: string; user: string; secret_hash: string };
type Signing = { daysAgo?: number; startsIn?: number; offer?: Record<string, unknown> };

/** Returns fixtures for tests of endings, based on those of offers; registers their hooks. */
export function endingFixtures() {
  const fixtures = offerFixtures();
  /** Makes a contract that was accepted `daysAgo` and began then, or begins in `startsIn` days. */
  async function signed({
    daysAgo = 0,
    startsIn = -daysAgo,
    offer = {},
  }: Signing = {}): Promise<Signed> {
    const { sql } = fixtures;
    const offered = await fixtures.offered(offer);
    await fixtures.accept(offered);
    const [made] = await sql`
      select id, lease_id, user_id from public.contracts where offer_id = ${offered.offer.id}`;
    const id = String(made?.["id"]);
    await sql`
      update public.acceptances set accepted_at = accepted_at - ${daysAgo} * interval '1 day'
      where contract_id = ${id}`;
    await sql`
      update public.contracts set start_date = private.today_in_brasilia() + ${startsIn}::integer,
        end_date = private.today_in_brasilia() + ${startsIn}::integer + 364
      where id = ${id}`;
    await sql`update public.letters set file_sha256 = ${"c".repeat(64)} where contract_id = ${id}`;
    await sql`delete from public.outgoing_mail`;
    return {
      id,
      leaseId: String(made?.["lease_id"]),
      user: String(made?.["user_id"]),
      secret_hash: offered.secret_hash,
    };
  }

  const as = (userId: string, name: string, args: Record<string, unknown>) =>
    actAs(fixtures.sql, { role: "authenticated", userId }, async (sql) =>
      answered.parse(await callAsConnected(sql, name, args)),
    );
  const asStaff = (name: string, args: Record<string, unknown>) => as(fixtures.staffId, name, args);
  const regret = ({ id, user }: Signed, ending_id: string = crypto.randomUUID()) =>
    as(user, "regret_contract", { contract_id: id, ending_id });
  const byLink = ({ secret_hash }: Signed, ending_id: string = crypto.randomUUID()) =>
    fixtures.call("regret_by_link", { secret_hash, ending_id, address_hash });
  const day = async (offset: number) => {
    const [row] =
      await fixtures.sql`select (private.today_in_brasilia() + ${offset}::integer)::text as day`;
    return String(row?.["day"]);
  };
  async function ask(contract: Signed, changes: Record<string, unknown> = {}, who = contract.user) {
    const ending_id: string = crypto.randomUUID();
    const asked = { kind: "moved-out", reason: "Mudei de cidade", keys_on: await day(0) };
    const answer = await as(who, "ask_ending", {
      contract_id: contract.id,
      ending_id,
      ...asked,
      ...changes,
    });
    return { ending_id, answer };
  }
  /** Ends the days in which the other sides can state the day of the keys, so that staff may confirm the ending. */
  const endAnswerDays = (ending_id: string) => fixtures.sql`
    update public.contract_endings set answer_until = private.today_in_brasilia() - 1
    where id = ${ending_id}`;
  /** Confirms an ending as staff do after the other side's days. */
  async function confirm(ending_id: string, changes: Record<string, unknown> = {}) {
    await endAnswerDays(ending_id);
    return asStaff("confirm_ending", { ending_id, ...changes });
  }
  const stateOf = async ({ id }: Signed) => {
    const [row] = await fixtures.sql`
      select contract.status, contract.ends_on::text, contract.close_reason,
        private.ending_kind(contract) as kind, private.letter_state(contract) as letter,
        array(
          select ending.kind || ' ' || ending.status from public.contract_endings as ending
          where ending.contract_id = contract.id order by ending.asked_at, ending.id
        ) as endings
      from public.contracts as contract where contract.id = ${id}`;
    return row ?? {};
  };
  /** Returns the charges of a contract, each with its state: cancelled, paid, or nothing while it is open. */
  const dues = async ({ id }: Signed) => {
    const rows = await fixtures.sql`
      select kind || case when cancelled_at is not null then ' cancelled' when is_open then '' else ' paid' end as due
      from public.charges where contract_id = ${id} order by created_at, kind`;
    return rows.map((row) => String(row["due"]));
  };
  /** Pays the fee of a contract by Pix, as the booking of staff does; the mails of the booking are deleted. */
  async function pay({ id }: Signed, share = 1) {
    const [charge] = await fixtures.sql`
      select id, amount::float from public.charges where contract_id = ${id} and kind = 'fee'`;
    const amount = Number(charge?.["amount"]);
    await asStaff("book_payment", {
      movement_id: crypto.randomUUID(),
      charge_id: charge?.["id"],
      paid_on: await day(0),
      amount: Math.round(amount * share * 100) / 100,
      seen_open: amount,
    });
    await fixtures.sql`delete from public.outgoing_mail`;
  }
  const queued = async () => (await fixtures.mails()).toSorted();

  return {
    fixtures,
    signed,
    as,
    asStaff,
    regret,
    byLink,
    day,
    ask,
    endAnswerDays,
    confirm,
    stateOf,
    dues,
    pay,
    queued,
  };
}
