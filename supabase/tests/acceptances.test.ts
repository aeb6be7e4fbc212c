import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { actAs } from "./support/act-as.ts";
import { clauseTitles, offerGround } from "./support/offer-ground.ts";

const ground = offerGround();

describe("an acceptance", () => {
  test("makes contract, account, evidence, letter, job and mail at once", async () => {
    const offer = await ground.offered();
    const { sql } = ground;
    const answer = await ground.accept(offer, { full_name: "  ana marcia  DA conceicao " });
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
      // Of no password, and refused as slowly as any other.
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
    expect(await ground.count("public.document_jobs where status = 'queued'")).toBe(1);
    // What is printed tells who accepted and when, and nothing of the browser that was used.
    const printed = Object(await ground.call("claim_document_job", {})).acceptance;
    expect(printed).toMatchObject({ contract_id: contract?.["id"] });
    for (const name of ["address_hash", "user_agent"]) expect(printed).not.toHaveProperty(name);
    expect(await ground.mails()).toEqual(["offer-accepted", "acceptance-notice"]);
    // Staff learn of it with the same transaction; whom it is about is read when the mail is made.
    const [notice] = await sql`
      select recipient, payload, contract_id from public.outgoing_mail
      where template = 'acceptance-notice'`;
    expect(notice).toEqual({ recipient: null, payload: {}, contract_id: contract?.["id"] });
    expect(await ground.track(offer.secret_hash)).toMatchObject({
      offer: { status: "accepted" },
      contract: { contractNumber: contract?.["contract_number"], isReady: false },
    });
  });

  test("is one under clicks at once, all answered alike", async () => {
    const offer = await ground.offered();
    const answers = await Promise.all(Array.from({ length: 8 }, () => ground.accept(offer)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    for (const table of ["contracts", "acceptances", "letters", "document_jobs"]) {
      expect(await ground.count(`public.${table}`)).toBe(1);
    }
    expect(await ground.count("auth.users where email like 'contrato-%'")).toBe(
      await ground.count("public.contracts"),
    );
    expect(await ground.mails()).toEqual(["offer-accepted", "acceptance-notice"]);
  });

  test("is told by the mail of its documents, and alone when they are not there in five minutes", async () => {
    const waiting = () =>
      ground.count(`public.outgoing_mail where template = 'offer-accepted'
        and next_attempt_at between now() + interval '4 minutes' and now() + interval '5 minutes'`);
    const issue = async () => {
      const { contractId, attempt } = Object(await ground.call("claim_document_job", {}));
      const made = {
        contract_id: contractId,
        attempt,
        letter_sha256: "e".repeat(64),
        documents: [],
      };
      return ground.call("record_documents_issued", made);
    };
    await ground.accept(await ground.offered());
    expect(await waiting()).toBe(1);
    await issue();
    expect(await ground.mails()).toEqual(["acceptance-notice", "contract-ready"]);

    // Documents that fail take nothing with them, and what has left is not taken back.
    await ground.sql`delete from public.outgoing_mail`;
    await ground.accept(await ground.offered());
    await ground.sql`update public.document_jobs set status = 'parked' where status = 'queued'`;
    expect(await waiting()).toBe(1);
    await ground.sql`
      update public.outgoing_mail set status = 'sent', sent_at = now()
      where template = 'offer-accepted'`;
    await ground.sql`update public.document_jobs set status = 'queued' where status = 'parked'`;
    await issue();
    expect(await ground.mails()).toContain("offer-accepted");
    expect(await ground.mails()).toContain("contract-ready");
  });

  test.each([
    ["another name", { full_name: "Ana Conceição" }, { outcome: "name" }],
    ["a clause left out", { clauses: clauseTitles.slice(1) }, { outcome: "clauses" }],
    ["no clause", { clauses: [] }, { outcome: "clauses" }],
    ["another PDF", { conditions_sha256: "f".repeat(64) }, { outcome: "changed" }],
    ["another link", { secret_hash: "f".repeat(64) }, null],
    ["another offer", { offer_id: crypto.randomUUID() }, null],
  ])("with %s makes nothing", async (_what, changes, answer) => {
    const offer = await ground.offered();
    expect(await ground.accept(offer, changes)).toEqual(answer);
    expect(await ground.count("public.contracts")).toBe(0);
    expect(await ground.count("auth.users where email like 'contrato-%'")).toBe(0);
    expect((await ground.track(offer.secret_hash)).offer?.status).toBe("open");
  });

  test("of somebody else's offer makes nothing", async () => {
    const mine = await ground.offered();
    const theirs = await ground.offered();
    expect(await ground.accept({ secret_hash: mine.secret_hash, offer: theirs.offer })).toBeNull();
    expect(await ground.count("public.contracts")).toBe(0);
  });

  test("whose contract was cancelled leaves room for another offer on the same link, any other does not", async () => {
    const { sql } = ground;
    const first = await ground.offered();
    await ground.accept(first);
    const second = { ...first, offer: { ...first.offer, id: crypto.randomUUID() } };
    expect(await ground.make(second.offer)).toMatchObject({ outcome: "accepted" });
    await sql`
      update public.contracts set status = 'ended', closed_at = now(), close_reason = 'Devolvido'`;
    expect(await ground.make(second.offer)).toMatchObject({ outcome: "accepted" });
    await sql`update public.contracts set status = 'cancelled'`;
    expect((await ground.track(first.secret_hash)).contract?.status).toBe("cancelled");
    expect(await ground.make(second.offer)).toEqual({ changed: true, outcome: "made" });
    const tracked = await ground.track(first.secret_hash);
    expect(tracked).toMatchObject({ offer: { id: second.offer.id, status: "open" } });
    expect(tracked.contract).toBeUndefined();
    // The evidence of the first stays.
    expect(await ground.count(`public.acceptances where offer_id = '${first.offer.id}'`)).toBe(1);
    const answer = await ground.accept(second);
    expect(answer).toMatchObject({ outcome: "accepted" });
    expect((await ground.track(first.secret_hash)).contract).toMatchObject({
      contractNumber: Object(answer).contractNumber,
      status: "active",
    });
    expect(await ground.count("public.contracts")).toBe(2);
  });

  test("that races with a withdrawal is one of the two", async () => {
    for (let time = 0; time < 10; time += 1) {
      const offer = await ground.offered();
      const [, answer] = await Promise.all([
        ground.asStaff("withdraw_offer", { offer_id: offer.offer.id }),
        ground.accept(offer),
      ]);
      const [row] = await ground.sql`
        select status from public.offers where id = ${offer.offer.id}`;
      expect(Object(answer).outcome).toBe(row?.["status"]);
    }
  });

  test("cannot be written over, and an address as long as may be fits", async () => {
    const { sql } = ground;
    const asked = await ground.request({
      property_address: "R".repeat(200),
      property_city: "C".repeat(100),
    });
    const offer = ground.draft(asked.id);
    await ground.make(offer);
    await ground.accept({ ...asked, offer });
    expect(await ground.count("public.contracts where char_length(property_address) = 300")).toBe(
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
    ground.call("request_first_access", { secret_hash, address_hash });
  const spend = (secret: unknown) =>
    ground.call("spend_password_link", { secret_hash: hashOf(secret), address_hash });
  const age = (hours: number) => ground.sql`
    update private.account_links set mailed_at = now() - make_interval(hours => ${hours})`;

  /** The secret that the newest mail of this kind would hold. */
  async function mailed(template: string) {
    const [row] = await ground.sql`
      select id from public.outgoing_mail where template = ${template}
      order by created_at desc limit 1`;
    return ground.call("account_link_secret", { mail_id: String(row?.["id"]) });
  }

  /** An accepted request whose letter is made. */
  async function issued() {
    const offer = await ground.offered();
    await ground.accept(offer);
    await ground.sql`update public.document_jobs set status = 'done'`;
    const [contract] = await ground.sql`select user_id from public.contracts`;
    return { ...offer, userId: String(contract?.["user_id"]) };
  }

  test("is good for 72 hours and once, and is mailed anew to whoever has the request's link", async () => {
    const { secret_hash, userId } = await issued();
    expect(await again("f".repeat(64))).toBeNull();
    expect(await again(secret_hash)).toEqual({ changed: true });
    expect((await ground.mails()).at(-1)).toBe("contract-ready");
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

  test("is what a forgotten password asks for too, and ends with the password", async () => {
    const { secret_hash, userId } = await issued();
    await ground.call("request_password_recovery", { email: "ana@exemplo.com.br", address_hash });
    expect((await ground.mails()).at(-1)).toBe("contract-ready");
    const link = await mailed("contract-ready");
    expect((await ground.track(secret_hash)).contract).toMatchObject({ hasPassword: false });
    // Told as a first one, once; what follows is a change.
    await ground.call("record_password_changed", { user_id: userId });
    expect((await ground.mails()).at(-1)).toBe("password-created");
    expect(await spend(link)).toBeNull();
    expect((await ground.track(secret_hash)).contract).toMatchObject({ hasPassword: true });
    expect(await again(secret_hash)).toEqual({ changed: false });
    await ground.call("record_password_changed", { user_id: userId });
    await ground.call("request_password_recovery", { email: "ana@exemplo.com.br", address_hash });
    expect((await ground.mails()).slice(-2)).toEqual(["password-changed", "password-recovery"]);
  });

  test("is not mailed before the letter is there, nor more than three times within the hour", async () => {
    const offer = await ground.offered();
    expect(await again(offer.secret_hash)).toEqual({ changed: false });
    await ground.accept(offer);
    expect(await again(offer.secret_hash)).toEqual({ changed: false });
    await ground.sql`update public.document_jobs set status = 'done'`;
    for (let time = 0; time < 3; time += 1)
      expect(await again(offer.secret_hash)).toEqual({ changed: true });
    await expect(again(offer.secret_hash)).rejects.toMatchObject({ code: "PT429" });
  });
});

test("staff are shown offers with their evidence, and that they were is on record", async () => {
  const offer = await ground.offered();
  await ground.accept(offer);
  expect(await ground.asStaff("list_offers", { simulation_id: offer.id })).toMatchObject([
    {
      id: offer.offer.id,
      status: "accepted",
      contractNumber: expect.stringMatching(/^PF-/),
      acceptance: { fullName: "Ana Márcia da Conceição", userAgent: "Navegador" },
    },
  ]);
  const read = `action = 'read-offers' and details -> 'ids' ? '${offer.id}'`;
  expect(await ground.count(`public.audit_trail where ${read}`)).toBe(1);
});
