import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { actAs } from "../support/act-as.ts";
import { clauseTitles, offerFixtures } from "../support/offer-fixtures.ts";

const fixtures = offerFixtures();

describe("an acceptance", () => {
  test("makes contract, account, evidence, letter, job and mail at once", async () => {
    const offer = await fixtures.offered();
    const { sql } = fixtures;
    const answer = await fixtures.accept(offer, { full_name: "  ana marcia  DA conceicao " });
    const [contract] = await sql`
      select contract.*, account.email, account.raw_app_meta_data ->> 'account' as account,
        account.email_confirmed_at is not null as confirmed, account.encrypted_password as hash,
        (select count(*)::integer from auth.identities where user_id = account.id) as identities
      from public.contracts as contract join auth.users as account on account.id = contract.user_id`;
    expect(answer).toEqual({ outcome: "accepted", contractNumber: contract?.["contract_number"] });
    expect(contract).toMatchObject({
      status: "active",
      tenant_name: "Ana Márcia da Conceição",
      tenant_cpf: "52998224725",
      tenant_email: "ana@exemplo.com.br",
      tenant_phone: "44999998888",
      landlord_phone: "4433334444",
      landlord_name: "Carlos Nogueira",
      property_address: "Av. Brasil, 1000, Maringá, PR",
      property_city: "Maringá",
      property_state: "PR",
      cover_limit: "15124.20",
      guarantee_reference_value: "21606.00",
      fee: "1620.45",
      contract_duration_months: 12,
      email: `contrato-${contract?.["id"]}@contratos.payser.invalid`,
      account: "contract",
      // No password has this hash. A password check takes the same time with this hash as with a real hash.
      hash: expect.stringMatching(/^[$]2a[$]10[$][./0-9A-Za-z]{53}$/),
      confirmed: true,
      identities: 1,
    });
    const [evidence] = await sql`select * from public.acceptances`;
    expect(evidence).toMatchObject({
      contract_id: contract?.["id"],
      offer_id: offer.offer.id,
      full_name: "ana marcia  DA conceicao",
      clauses: ["5. Limite\nAté 70%.", "7. Exclusões\nNão cobre aluguéis."],
      terms_version: "1.0",
      conditions_sha256: "d".repeat(64),
      user_agent: "Navegador",
    });
    const [letter] = await sql`select code from public.letters`;
    expect(letter?.["code"]).toMatch(/^[0-9A-HJKMNP-TV-Z]{12}$/);
    expect(await fixtures.count("public.document_jobs where status = 'queued'")).toBe(1);
    // The evidence in the PDF contains the person's name and the time, but no data about the browser.
    const printed = Object(await fixtures.call("claim_document_job", {})).acceptance;
    expect(printed).toMatchObject({ contract_id: contract?.["id"] });
    for (const name of ["address_hash", "user_agent"]) expect(printed).not.toHaveProperty(name);
    expect(await fixtures.mails()).toEqual(["offer-accepted", "acceptance-notice"]);
    // The transaction of the acceptance also queues a notice to staff. The payload of the notice is empty, because the
    // personal data is read when the mail is composed.
    const [notice] = await sql`
      select recipient, payload, contract_id from public.outgoing_mail
      where template = 'acceptance-notice'`;
    expect(notice).toEqual({ recipient: null, payload: {}, contract_id: contract?.["id"] });
    expect(await fixtures.track(offer.secret_hash)).toMatchObject({
      offer: { status: "accepted" },
      contract: { contractNumber: contract?.["contract_number"], isReady: false },
    });
  });

  test("happens once under parallel clicks, which all get the same answer", async () => {
    const offer = await fixtures.offered();
    const answers = await Promise.all(Array.from({ length: 8 }, () => fixtures.accept(offer)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    for (const table of ["contracts", "acceptances", "letters", "document_jobs"]) {
      expect(await fixtures.count(`public.${table}`)).toBe(1);
    }
    expect(await fixtures.count("auth.users where email like 'contrato-%'")).toBe(
      await fixtures.count("public.contracts"),
    );
    expect(await fixtures.mails()).toEqual(["offer-accepted", "acceptance-notice"]);
  });

  test("is announced by the mail of its documents, or alone when they are missing after five minutes", async () => {
    const waiting = () =>
      fixtures.count(`public.outgoing_mail where template = 'offer-accepted'
        and next_attempt_at between now() + interval '4 minutes' and now() + interval '5 minutes'`);
    const issue = async () => {
      const { contractId, attempt } = Object(await fixtures.call("claim_document_job", {}));
      const made = {
        contract_id: contractId,
        attempt,
        letter_sha256: "e".repeat(64),
        documents: [],
      };
      return fixtures.call("record_documents_issued", made);
    };
    await fixtures.accept(await fixtures.offered());
    expect(await waiting()).toBe(1);
    await issue();
    expect(await fixtures.mails()).toEqual(["acceptance-notice", "contract-ready"]);

    // The mail offer-accepted stays queued while the document job is parked. A later job does not delete the sent mail.
    await fixtures.sql`delete from public.outgoing_mail`;
    await fixtures.accept(await fixtures.offered());
    await fixtures.sql`update public.document_jobs set status = 'parked' where status = 'queued'`;
    expect(await waiting()).toBe(1);
    await fixtures.sql`
      update public.outgoing_mail set status = 'sent', sent_at = now()
      where template = 'offer-accepted'`;
    await fixtures.sql`update public.document_jobs set status = 'queued' where status = 'parked'`;
    await issue();
    expect(await fixtures.mails()).toContain("offer-accepted");
    expect(await fixtures.mails()).toContain("contract-ready");
  });

  test.each([
    ["another name", { full_name: "Ana Conceição" }, { outcome: "name" }],
    ["a clause left out", { clauses: clauseTitles.slice(1) }, { outcome: "clauses" }],
    ["no clause", { clauses: [] }, { outcome: "clauses" }],
    ["another PDF", { conditions_sha256: "f".repeat(64) }, { outcome: "changed" }],
    ["another link", { secret_hash: "f".repeat(64) }, null],
    ["another offer", { offer_id: crypto.randomUUID() }, null],
  ])("has no effect with %s", async (_what, changes, answer) => {
    const offer = await fixtures.offered();
    expect(await fixtures.accept(offer, changes)).toEqual(answer);
    expect(await fixtures.count("public.contracts")).toBe(0);
    expect(await fixtures.count("auth.users where email like 'contrato-%'")).toBe(0);
    expect((await fixtures.track(offer.secret_hash)).offer?.status).toBe("open");
  });

  test("has no effect for another person's offer", async () => {
    const mine = await fixtures.offered();
    const theirs = await fixtures.offered();
    expect(
      await fixtures.accept({ secret_hash: mine.secret_hash, offer: theirs.offer }),
    ).toBeNull();
    expect(await fixtures.count("public.contracts")).toBe(0);
  });

  test("allows another offer on the same link only when its contract was cancelled", async () => {
    const { sql } = fixtures;
    const first = await fixtures.offered();
    await fixtures.accept(first);
    const second = { ...first, offer: { ...first.offer, id: crypto.randomUUID() } };
    expect(await fixtures.make(second.offer)).toMatchObject({ outcome: "accepted" });
    await sql`
      update public.contracts set status = 'ended', closed_at = now(), close_reason = 'Devolvido'`;
    expect(await fixtures.make(second.offer)).toMatchObject({ outcome: "accepted" });
    await sql`update public.contracts set status = 'cancelled'`;
    expect((await fixtures.track(first.secret_hash)).contract?.status).toBe("cancelled");
    expect(await fixtures.make(second.offer)).toEqual({ changed: true, outcome: "made" });
    const tracked = await fixtures.track(first.secret_hash);
    expect(tracked).toMatchObject({ offer: { id: second.offer.id, status: "open" } });
    expect(tracked.contract).toBeUndefined();
    // The evidence of the first, cancelled acceptance is kept.
    expect(await fixtures.count(`public.acceptances where offer_id = '${first.offer.id}'`)).toBe(1);
    const answer = await fixtures.accept(second);
    expect(answer).toMatchObject({ outcome: "accepted" });
    expect((await fixtures.track(first.secret_hash)).contract).toMatchObject({
      contractNumber: Object(answer).contractNumber,
      status: "active",
    });
    expect(await fixtures.count("public.contracts")).toBe(2);
  });

  test("ends as exactly one of the two when it races a withdrawal", async () => {
    for (let time = 0; time < 10; time += 1) {
      const offer = await fixtures.offered();
      const [, answer] = await Promise.all([
        fixtures.asStaff("withdraw_offer", { offer_id: offer.offer.id }),
        fixtures.accept(offer),
      ]);
      const [row] = await fixtures.sql`
        select status from public.offers where id = ${offer.offer.id}`;
      expect(Object(answer).outcome).toBe(row?.["status"]);
    }
  });

  test("cannot be overwritten, and holds an address of the maximum length", async () => {
    const { sql } = fixtures;
    const asked = await fixtures.request({
      property_address: "R".repeat(200),
      property_city: "C".repeat(100),
    });
    const offer = fixtures.draft(asked.id);
    await fixtures.make(offer);
    await fixtures.accept({ ...asked, offer });
    expect(await fixtures.count("public.contracts where char_length(property_address) = 300")).toBe(
      1,
    );
    await expect(
      actAs(
        sql,
        { role: "service_role" },
        (act) => act`update public.acceptances set full_name = 'X Y'`,
      ),
    ).rejects.toMatchObject({ code: "42501" });
  });
});

describe("the link to the first password", () => {
  const address_hash = "c".repeat(64);
  const hashOf = (secret: unknown) => createHash("sha256").update(String(secret)).digest("hex");
  const again = (secret_hash: string) =>
    fixtures.call("request_first_access", { secret_hash, address_hash });
  const spend = (secret: unknown) =>
    fixtures.call("spend_password_link", { secret_hash: hashOf(secret), address_hash });
  const age = (hours: number) => fixtures.sql`
    update private.account_links set mailed_at = now() - make_interval(hours => ${hours})`;

  /** Returns the secret of the link in the newest mail with this template. */
  async function mailed(template: string) {
    const [row] = await fixtures.sql`
      select id from public.outgoing_mail where template = ${template}
      order by created_at desc limit 1`;
    return fixtures.call("account_link_secret", { mail_id: String(row?.["id"]) });
  }

  /** Creates a request whose offer is accepted and whose letter is made. */
  async function issued() {
    const offer = await fixtures.offered();
    await fixtures.accept(offer);
    await fixtures.sql`update public.document_jobs set status = 'done'`;
    const [contract] = await fixtures.sql`select user_id from public.contracts`;
    return { ...offer, userId: String(contract?.["user_id"]) };
  }

  test("is valid once within 72 hours, and is mailed again to holders of the request's link", async () => {
    const { secret_hash, userId } = await issued();
    expect(await again("f".repeat(64))).toBeNull();
    expect(await again(secret_hash)).toEqual({ changed: true });
    expect((await fixtures.mails()).at(-1)).toBe("contract-ready");
    const first = await mailed("contract-ready");
    await age(73);
    expect(await spend(first)).toBeNull();
    expect(await again(secret_hash)).toEqual({ changed: true });
    const second = await mailed("contract-ready");
    expect(await spend(first)).toBeNull();
    await age(71);
    expect(await spend(second)).toBe(userId);
    expect(await spend(second)).toBeNull();
  });

  test("is also the answer to a forgotten password, and ends with the password", async () => {
    const { secret_hash, userId } = await issued();
    await fixtures.call("request_password_recovery", { email: "ana@exemplo.com.br", address_hash });
    expect((await fixtures.mails()).at(-1)).toBe("contract-ready");
    const link = await mailed("contract-ready");
    expect((await fixtures.track(secret_hash)).contract).toMatchObject({ hasPassword: false });
    // The template password-created is only for the first password. A later password causes the mail password-changed.
    await fixtures.call("record_password_changed", { user_id: userId });
    expect((await fixtures.mails()).at(-1)).toBe("password-created");
    expect(await spend(link)).toBeNull();
    expect((await fixtures.track(secret_hash)).contract).toMatchObject({ hasPassword: true });
    expect(await again(secret_hash)).toEqual({ changed: false });
    await fixtures.call("record_password_changed", { user_id: userId });
    await fixtures.call("request_password_recovery", { email: "ana@exemplo.com.br", address_hash });
    expect((await fixtures.mails()).slice(-2)).toEqual(["password-changed", "password-recovery"]);
  });

  test("is not mailed before the letter exists, nor more than three times within an hour", async () => {
    const offer = await fixtures.offered();
    expect(await again(offer.secret_hash)).toEqual({ changed: false });
    await fixtures.accept(offer);
    expect(await again(offer.secret_hash)).toEqual({ changed: false });
    await fixtures.sql`update public.document_jobs set status = 'done'`;
    for (let time = 0; time < 3; time += 1)
      expect(await again(offer.secret_hash)).toEqual({ changed: true });
    await expect(again(offer.secret_hash)).rejects.toMatchObject({ code: "PT429" });
  });
});

test("staff see offers with their evidence, and the reading is recorded", async () => {
  const offer = await fixtures.offered();
  await fixtures.accept(offer);
  expect(await fixtures.asStaff("list_offers", { simulation_id: offer.id })).toMatchObject([
    {
      id: offer.offer.id,
      status: "accepted",
      contractNumber: expect.stringMatching(/^PF-/),
      acceptance: { fullName: "Ana Márcia da Conceição", userAgent: "Navegador" },
    },
  ]);
  const read = `action = 'read-offers' and details -> 'ids' ? '${offer.id}'`;
  expect(await fixtures.count(`public.audit_trail where ${read}`)).toBe(1);
});
