import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { actAs, callAsConnected } from "../support/act-as.ts";
import { contractEndingIn, offerFixtures } from "../support/offer-fixtures.ts";

const fixtures = offerFixtures();
const endsIn = (days: number, changes: Record<string, unknown> = {}) =>
  contractEndingIn(fixtures, days, changes);

type Running = Awaited<ReturnType<typeof endsIn>>;

/** Returns the hash of the secret in a request's current link. */
async function linkOf(requestId: string) {
  const secret = String(await fixtures.call("tracking_secret", { simulation_id: requestId }));
  return createHash("sha256").update(secret).digest("hex");
}

/** Returns the conditions of a renewal of this contract, as make-offer passes them to the database. */
async function renewalOf({ id, requestId }: Running, changes: Record<string, unknown> = {}) {
  const [row] = await fixtures.sql`
    select (end_date + 1)::text as start_date from public.contracts where id = ${id}`;
  return fixtures.draft(requestId, {
    start_date: row?.["start_date"],
    renews_contract_id: id,
    rental_value: 2000,
    reference_value: 24_000,
    cover_limit: 16_800,
    ...changes,
  });
}

/** Makes a contract that ends in 30 days, and an offer of its renewal that can be accepted. */
async function renewalOffered(changes: Record<string, unknown> = {}) {
  const running = await endsIn(30, changes);
  const offer = await renewalOf(running);
  expect(await fixtures.make(offer)).toEqual({ changed: true, outcome: "made" });
  return { ...running, offer, secret_hash: await linkOf(running.requestId) };
}

const tenantOf = async (id: string) => {
  const [row] = await fixtures.sql`select user_id from public.contracts where id = ${id}`;
  return String(row?.["user_id"]);
};
const asTenant = async (id: string, name: string, args: Record<string, unknown>) =>
  actAs(fixtures.sql, { role: "authenticated", userId: await tenantOf(id) }, (sql) =>
    callAsConnected(sql, name, args),
  );

describe("a renewal", () => {
  test("is a contract of its own from the day after, opened by the same account", async () => {
    const { sql } = fixtures;
    const offered = await renewalOffered({
      password_set_at: new Date(),
      tenant_email: "nova@exemplo.com.br",
      property_address: "Av. Brasil, 1002, Maringá, PR",
    });
    const [mail] = await sql`select template, recipient from public.outgoing_mail`;
    // The mail goes to the corrected e-mail address of the contract, not to the address in the request.
    expect(mail).toEqual({ template: "renewal-offered", recipient: "nova@exemplo.com.br" });
    expect(await fixtures.track(offered.secret_hash)).toMatchObject({
      offer: {
        id: offered.offer.id,
        rentalValue: 2000,
        propertyAddress: "Av. Brasil, 1002, Maringá, PR",
        renews: { rentalValue: 1800.5, coverLimit: 15_124.2, months: 12 },
      },
    });
    const answer = await fixtures.accept(offered);
    const rows = await sql`
      select former.contract_number as former, former.status, made.contract_number as made,
        made.user_id = former.user_id as same_account, made.start_date - former.end_date as after,
        made.password_set_at = former.password_set_at as same_password, made.tenant_email,
        made.property_address, made.rental_value, made.lease_id = former.lease_id as same_lease,
        former_letter.code <> made_letter.code as other_code,
        private.letter_state(former) as former_state, private.letter_state(made) as made_state,
        (select count(*)::integer from public.charges where contract_id = made.id) as fees
      from public.contracts as made
      join public.contracts as former on former.id = made.renews_contract_id
      join public.letters as former_letter on former_letter.contract_id = former.id
      join public.letters as made_letter on made_letter.contract_id = made.id`;
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      status: "active",
      same_account: true,
      after: 1,
      same_password: true,
      tenant_email: "nova@exemplo.com.br",
      property_address: "Av. Brasil, 1002, Maringá, PR",
      rental_value: "2000.00",
      same_lease: true,
      other_code: true,
      former_state: "in_force",
      made_state: "upcoming",
      fees: 1,
    });
    expect(answer).toEqual({ outcome: "accepted", contractNumber: rows[0]?.["made"] });
    expect(await fixtures.track(offered.secret_hash)).toMatchObject({
      contract: { contractNumber: rows[0]?.["made"], hasPassword: true },
    });
    expect(await fixtures.count("public.acceptances")).toBe(2);
    // The tenant has a password, so the mail about the letter has no link that sets a password.
    await sql`delete from public.document_jobs where contract_id = ${offered.id}`;
    const job = Object(await fixtures.call("claim_document_job", {}));
    await fixtures.call("record_documents_issued", {
      contract_id: job.contractId,
      attempt: 1,
      letter_sha256: "e".repeat(64),
      documents: [],
    });
    expect(await fixtures.mails()).toContain("renewal-ready");
    expect(await fixtures.mails()).not.toContain("contract-ready");
    expect(await fixtures.mails()).not.toContain("offer-accepted");
  });

  test("is one under a hundred clicks at once", async () => {
    const offered = await renewalOffered();
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_click, index) =>
        // Each call comes from another network, because the limit per network would refuse some calls.
        fixtures.accept(offered, { address_hash: index.toString(16).padStart(64, "0") }),
      ),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await fixtures.count("public.contracts")).toBe(2);
    expect(await fixtures.count("auth.users where email like 'contrato-%'")).toBe(1);
    expect(await fixtures.make(await renewalOf(offered))).toMatchObject({ outcome: "accepted" });
  });

  test("an acceptance that races an ending ends as exactly one of the two", async () => {
    for (let time = 0; time < 10; time += 1) {
      const offered = await renewalOffered();
      const [, answer] = await Promise.all([
        fixtures.asStaff("close_contract", {
          contract_id: offered.id,
          status: "ended",
          reason: "Devolvido",
        }),
        fixtures.accept(offered),
      ]);
      const renewals = await fixtures.count(
        `public.contracts where renews_contract_id = '${offered.id}'`,
      );
      expect(Object(answer).outcome).toBe(renewals === 1 ? "accepted" : "withdrawn");
    }
  });

  test("stays after its acceptance when the former contract is closed, and begins on its day", async () => {
    const offered = await renewalOffered();
    await fixtures.accept(offered);
    const closing = { contract_id: offered.id, status: "cancelled", reason: "Dados trocados" };
    expect(await fixtures.asStaff("close_contract", closing)).toMatchObject({ changed: true });
    const renewal = async () => {
      const [row] = await fixtures.sql`
        select private.contract_state(made) as state, fee.is_open as is_owed
        from public.contracts as made join public.charges as fee on fee.contract_id = made.id
        where made.renews_contract_id = ${offered.id}`;
      return row;
    };
    expect(await renewal()).toEqual({ state: "upcoming", is_owed: true });
    const told = Object(await fixtures.asStaff("contract_detail", { contract_id: offered.id }));
    expect(told.renewed_by).toMatchObject({ id: expect.any(String) });
    await fixtures.sql`
      update public.contracts set start_date = private.today_in_brasilia()
      where renews_contract_id = ${offered.id}`;
    await fixtures.sql`select public.run_schedule()`;
    expect(await renewal()).toEqual({ state: "in_force", is_owed: true });
  });

  test.each([
    [
      "asked to end",
      "insert into public.contract_endings (id, contract_id, protocol, kind, asked_by) select gen_random_uuid(), id, 'EN-2026-0A1B2C3D', 'moved-out', 'tenant' from public.contracts",
    ],
    ["closed", "update public.contracts set status = 'cancelled'"],
    ["given another end", "update public.contracts set end_date = end_date + 1"],
  ])("cannot be accepted when the former contract was %s meanwhile", async (_what, statement) => {
    const offered = await renewalOffered();
    await fixtures.sql.unsafe(statement);
    expect(await fixtures.accept(offered)).toEqual({ outcome: "withdrawn" });
    expect(await fixtures.count("public.contracts")).toBe(1);
  });

  test("is offered for a contract of this request alone, from the day after its end", async () => {
    const running = await endsIn(30);
    const other = await endsIn(30);
    const offer = await renewalOf(running);
    await expect(fixtures.make({ ...offer, renews_contract_id: other.id })).rejects.toMatchObject({
      code: "PT404",
    });
    await expect(fixtures.make({ ...offer, start_date: "2099-01-01" })).rejects.toMatchObject({
      code: "PT422",
      message: "A renovação começa no dia depois do término.",
    });
    await fixtures.sql`update public.contracts set status = 'ended' where id = ${running.id}`;
    expect(await fixtures.make(offer)).toEqual({ changed: false, outcome: "closed" });
    expect(await fixtures.mails()).toEqual([]);
  });

  test("leaves the link to the contract in force when it is taken back", async () => {
    const offered = await renewalOffered();
    await fixtures.asStaff("withdraw_offer", { offer_id: offered.offer.id });
    const tracked = await fixtures.track(offered.secret_hash);
    expect(tracked).toMatchObject({
      offer: { status: "accepted" },
      contract: { status: "active" },
    });
    expect(tracked.offer?.renews).toBeUndefined();
    expect(await fixtures.accept(offered)).toEqual({ outcome: "withdrawn" });
  });

  test("may be renewed in its turn, and the last one is followed by the same link", async () => {
    const first = await renewalOffered();
    await fixtures.accept(first);
    const [second] = await fixtures.sql`
      select id from public.contracts where renews_contract_id = ${first.id}`;
    const again = { ...first, id: String(second?.["id"]) };
    const offer = await renewalOf(again);
    expect(await fixtures.make(offer)).toEqual({ changed: true, outcome: "made" });
    const secret_hash = await linkOf(first.requestId);
    expect(await fixtures.accept({ secret_hash, offer })).toMatchObject({ outcome: "accepted" });
    expect(await fixtures.count("auth.users where email like 'contrato-%'")).toBe(1);
  });

  test("is told of when the former runs out by nobody", async () => {
    const offered = await renewalOffered();
    await fixtures.accept(offered);
    await fixtures.sql`update public.contracts set start_date = start_date - 40, end_date = end_date - 40`;
    await fixtures.sql`delete from public.outgoing_mail`;
    await fixtures.call("run_schedule", {});
    expect(await fixtures.mails()).not.toContain("contract-ended");
  });
});

describe("a request for a renewal", () => {
  test("comes from the tenant, once, within 90 days of the end; staff are told", async () => {
    const early = await endsIn(91);
    expect(await asTenant(early.id, "ask_renewal", { contract_id: early.id })).toEqual({
      state: "none",
    });
    const { id } = await endsIn(90);
    expect(await asTenant(id, "my_renewal", { contract_id: id })).toEqual({
      state: "none",
      askedBy: null,
      mayAsk: true,
    });
    for (let time = 0; time < 2; time += 1)
      expect(await asTenant(id, "ask_renewal", { contract_id: id })).toEqual({ state: "asked" });
    expect(await fixtures.mails()).toEqual(["renewal-notice"]);
    // A tenant can neither request nor see the renewal of another tenant's contract.
    await asTenant(early.id, "ask_renewal", { contract_id: id });
    expect(await asTenant(early.id, "my_renewal", { contract_id: id })).toBeNull();
    expect(
      await fixtures.count(
        "public.audit_trail where action = 'ask-renewal' and outcome = 'denied'",
      ),
    ).toBe(1);
  });

  test("is told how far it is, and may ask again after a refusal", async () => {
    const offered = await renewalOffered();
    const { id } = offered;
    const state = async () => Object(await asTenant(id, "my_renewal", { contract_id: id })).state;
    expect(await asTenant(id, "ask_renewal", { contract_id: id })).toEqual({ state: "offered" });
    await fixtures.answer(offered, "decline", "Ficou caro para mim.");
    expect(await state()).toBe("declined");
    expect(await asTenant(id, "ask_renewal", { contract_id: id })).toEqual({ state: "asked" });
    const other = await renewalOf(offered);
    await fixtures.make(other);
    expect(await state()).toBe("offered");
    const secret_hash = await linkOf(offered.requestId);
    await fixtures.accept({ secret_hash, offer: other });
    expect(await state()).toBe("renewed");
    expect(await fixtures.asStaff("contract_detail", { contract_id: id })).toMatchObject({
      renewal: "renewed",
      renewed_by: { contract_number: expect.stringMatching(/^PF-/) },
    });
  });
});

describe("an account of two contracts", () => {
  const address_hash = "a".repeat(64);
  async function renewed() {
    const offered = await renewalOffered({ password_set_at: new Date() });
    await fixtures.accept(offered);
    await fixtures.sql`delete from public.outgoing_mail`;
    const rows = await fixtures.sql`
      select id, contract_number from public.contracts order by start_date`;
    return rows.map((row) => ({ id: String(row["id"]), number: String(row["contract_number"]) }));
  }

  test("is opened by either number, and has the tries of one", async () => {
    const contracts = await renewed();
    const attempts: Record<string, unknown>[] = [];
    for (const { number } of contracts) {
      attempts.push(
        Object(
          await fixtures.call("open_sign_in", { kind: "contract", subject: number, address_hash }),
        ),
      );
    }
    expect(attempts[0]?.["auth_email"]).toBe(attempts[1]?.["auth_email"]);
    expect(
      await fixtures.count("(select distinct subject_hash from public.login_attempts) as s"),
    ).toBe(1);
    const [former] = contracts;
    const seen = await actAs(
      fixtures.sql,
      { role: "authenticated", userId: await tenantOf(String(former?.id)) },
      (sql) => sql`
        select (select count(*)::integer from public.contracts) as contracts,
          (select count(*)::integer from public.letters) as letters`,
    );
    expect(seen[0]).toEqual({ contracts: 2, letters: 2 });
  });

  test("is mailed one link and one notice, not two that void each other", async () => {
    const [former] = await renewed();
    await fixtures.call("request_password_recovery", { email: "ana@exemplo.com.br", address_hash });
    await fixtures.call("record_password_changed", { user_id: await tenantOf(String(former?.id)) });
    expect(await fixtures.mails()).toEqual(["password-recovery", "password-changed"]);
  });

  test("keeps the days of both, and one way to reach its tenant", async () => {
    const [former, renewal] = await renewed();
    const [letter] = await fixtures.sql`
      update public.letters set file_sha256 = ${"e".repeat(64)} where contract_id = ${String(former?.id)} returning code`;
    const correct = (wanted: Record<string, unknown>) =>
      fixtures.asStaff("correct_contract", {
        contract_id: former?.id,
        correction_id: crypto.randomUUID(),
        known_code: letter?.["code"],
        wanted,
        reason: "Estava errado",
      });
    await expect(correct({ start_date: "2026-11-01" })).rejects.toMatchObject({
      code: "PT422",
      message: "As datas de um contrato renovado não mudam.",
    });
    await correct({ tenant_email: "outra@exemplo.com.br" });
    expect(
      await fixtures.count("public.contracts where tenant_email = 'outra@exemplo.com.br'"),
    ).toBe(2);
    expect(renewal).toBeDefined();
  });
});
