import { describe, expect, test } from "vitest";
import { requestDataSchema } from "#contracts/requests/request-correction.ts";
import { address_hash, correctionFixtures, newId } from "../support/correction-fixtures.ts";

const { fixtures, approve, byLink, byStaff, currentLink, detail, opens, outbox, row } =
  correctionFixtures();

describe("the applicant", () => {
  test("corrects contact, property, rent and landlord, and both values are stored", async () => {
    const { id, secret_hash } = await fixtures.request();
    const wanted = {
      phone: "(44) 98888-7777",
      property_address: "Rua das Acácias, 200",
      property_city: "Londrina",
      property_state: "sp",
      rental_value: 2000,
      owner_name: " Carla Dona ",
      owner_contact: "44 3333-5555",
    };
    expect(await byLink(secret_hash, wanted)).toEqual({ outcome: "corrected" });
    expect(await row(id)).toMatchObject({
      phone: "44988887777",
      property_address: "Rua das Acácias, 200",
      property_city: "Londrina",
      property_state: "SP",
      rental_value: "2000.00",
      owner_name: "Carla Dona",
      owner_contact: "4433335555",
      email: "ana@exemplo.com.br",
    });
    const { version, corrections, house_rules } = await detail(id);
    expect([version, house_rules.share]).toEqual([1, 30.8]);
    expect(corrections).toMatchObject([
      {
        side: "applicant",
        former: { rental_value: 1800.5, owner_name: "José Pereira", property_state: "PR" },
        wanted: { rental_value: 2000, owner_name: "Carla Dona", property_state: "SP" },
      },
    ]);
    expect(corrections[0].wanted).not.toHaveProperty("email");
    expect(await outbox()).toEqual(["request-corrected ana@exemplo.com.br"]);
  });

  test("cannot change name, CPF, status or income", async () => {
    const { id, secret_hash } = await fixtures.request();
    const before = await row(id);
    const wanted = {
      full_name: "Outra Pessoa",
      cpf: "11144477735",
      status: "approved",
      monthly_income: 99999,
      corrected_at: "2026-01-01",
    };
    expect(await byLink(secret_hash, wanted)).toEqual({ outcome: "same" });
    expect(await row(id)).toEqual(before);
  });

  test("stores a correction once, even when it is sent twice at once or again later", async () => {
    const { id, secret_hash } = await fixtures.request();
    const sent = { correction_id: newId() };
    const twice = await Promise.all(
      [1, 2].map(() => byLink(secret_hash, { phone: "44988887777" }, sent)),
    );
    expect(twice.map((answer) => Object(answer).outcome).toSorted()).toEqual(["corrected", "made"]);
    await approve(id);
    await fixtures.make(fixtures.draft(id, { request_version: 1 }));
    expect(await byLink(secret_hash, { phone: "44900000000" }, sent)).toEqual({ outcome: "made" });
    expect(await row(id)).toMatchObject({ phone: "44988887777" });
    expect(await fixtures.count("private.request_corrections")).toBe(1);
    const other = await fixtures.request({ cpf: "11144477735" });
    await expect(byLink(other.secret_hash, { phone: "44988887777" }, sent)).rejects.toThrow(
      "outro pedido",
    );
  });

  test("is refused when the data changed after the form was opened", async () => {
    const { id, secret_hash } = await fixtures.request();
    await byStaff(id, { rental_value: 1900 });
    expect(await byLink(secret_hash, { rental_value: 2000 })).toEqual({ outcome: "changed" });
    expect(await row(id)).toMatchObject({ rental_value: "1900.00" });
    expect(await byLink(secret_hash, { rental_value: 2000 }, { known_version: 1 })).toEqual({
      outcome: "corrected",
    });
  });

  test("may correct while pending or approved, and no longer once conditions are out", async () => {
    const { id, secret_hash } = await fixtures.request();
    const isOffered = async () => (await fixtures.track(secret_hash)).canCorrect;
    expect(await isOffered()).toBe(true);
    await approve(id);
    expect(await isOffered()).toBe(true);
    expect(await byLink(secret_hash, { phone: "44988887777" })).toEqual({ outcome: "corrected" });
    const offer = fixtures.draft(id, { request_version: 1 });
    await fixtures.make(offer);
    expect(await isOffered()).toBe(false);
    const late = { known_version: 1 };
    expect(await byLink(secret_hash, { phone: "44977776666" }, late)).toEqual({
      outcome: "closed",
    });
    // The mail was sent before staff withdrew the offer, so conditions have been out.
    await fixtures.sql`update public.offers set created_at = created_at - interval '1 hour'`;
    await fixtures.asStaff("withdraw_offer", { offer_id: offer.id });
    expect(await byLink(secret_hash, { phone: "44977776666" }, late)).toEqual({
      outcome: "closed",
    });
  });

  test("may correct again after an offer that was withdrawn before its mail was sent", async () => {
    await fixtures.sql`update private.staff_settings set undo_seconds = 60`;
    const { id, secret_hash } = await fixtures.request();
    const offer = fixtures.draft(id);
    await fixtures.make(offer);
    expect(await byLink(secret_hash, { phone: "44988887777" })).toEqual({ outcome: "closed" });
    await fixtures.asStaff("withdraw_offer", { offer_id: offer.id });
    expect(await byLink(secret_hash, { phone: "44988887777" })).toEqual({ outcome: "corrected" });
  });

  test("cannot correct a rejected request, and does not learn of a rejection that can be undone", async () => {
    await fixtures.sql`update private.staff_settings set undo_seconds = 60`;
    const { id, secret_hash } = await fixtures.request();
    await fixtures.asStaff("decide_simulation", {
      simulation_id: id,
      decision: "rejected",
      known_version: 0,
      reason: "Renda insuficiente",
    });
    expect((await fixtures.track(secret_hash)).canCorrect).toBe(true);
    expect(await byLink(secret_hash, { phone: "44988887777" })).toEqual({ outcome: "closed" });
    await fixtures.sql`update public.simulations set reviewed_at = now() - interval '1 hour'`;
    expect((await fixtures.track(secret_hash)).canCorrect).toBe(false);
  });

  test.each([
    [{ owner_name: "Veja golpe.com" }, "sem links"],
    [{ property_address: "Rua 😀, 100" }, "não conseguem mostrar"],
  ])("is told what is wrong with %j", async (wanted, sentence) => {
    const { secret_hash } = await fixtures.request();
    await expect(byLink(secret_hash, wanted)).rejects.toThrow(sentence);
  });

  test.each([{ rental_value: -1 }, { phone: "123" }, { email: "x" }, { property_state: "XX" }])(
    "cannot store %j",
    async (wanted) => {
      const { secret_hash } = await fixtures.request();
      await expect(byLink(secret_hash, wanted)).rejects.toThrow(/check constraint/);
    },
  );

  test("corrects at most ten times a day", async () => {
    const { secret_hash } = await fixtures.request();
    for (let time = 0; time < 10; time += 1) {
      const answer = await byLink(
        secret_hash,
        { rental_value: 1000 + time },
        { known_version: time },
      );
      expect(answer).toEqual({ outcome: "corrected" });
    }
    await expect(
      byLink(secret_hash, { rental_value: 5000 }, { known_version: 10 }),
    ).rejects.toThrow("Muitas solicitações");
  });

  test("sends links to one mailbox at most three times an hour", async () => {
    for (let time = 0; time < 4; time += 1) {
      const { secret_hash } = await fixtures.request({ cpf: "52998224725" });
      const moved = byLink(secret_hash, { email: `alvo+${time}@exemplo.com.br` });
      if (time < 3) expect(await moved).toEqual({ outcome: "corrected" });
      else await expect(moved).rejects.toThrow("Muitas solicitações");
    }
  });

  test("sees the stored data only in masked form", async () => {
    const { secret_hash } = await fixtures.request({ property_city: "São José" });
    const read = requestDataSchema.parse(
      await fixtures.call("read_request_data", { secret_hash, address_hash }),
    );
    expect(read).toEqual({
      version: 0,
      shown: {
        email: "a•••@exemplo.com.br",
        phone: "•••8888",
        propertyAddress: "A•••. B•••, 1•••",
        propertyCity: "S••• J•••",
        propertyState: "PR",
        rentalValue: 1800.5,
        ownerName: "J••• P•••",
        ownerContact: "•••4444",
      },
    });
    expect(
      await fixtures.call("read_request_data", { secret_hash: "b".repeat(64), address_hash }),
    ).toBeNull();
    expect(await byLink("b".repeat(64), { phone: "44988887777" })).toBeNull();
  });
});

describe("a new e-mail address", () => {
  test("gets the new link and the unsent mails, and the former one gets a notice", async () => {
    const { id, secret_hash } = await fixtures.request({ email: "maria@gmial.com" });
    await fixtures.sql`
      insert into public.outgoing_mail (template, recipient, idempotency_key, simulation_id)
      values ('simulation-received', 'maria@gmial.com', 'waiting', ${id})`;
    expect(await byLink(secret_hash, { email: " Maria@Gmail.com" })).toEqual({
      outcome: "corrected",
    });
    expect(await outbox()).toEqual([
      "request-address-left maria@gmial.com",
      "request-corrected maria@gmail.com",
      "simulation-received maria@gmail.com",
    ]);
    const link = await currentLink(id);
    expect(link).not.toBe(secret_hash);
    expect(await opens(secret_hash)).toBe(true);
    expect(await opens(link)).toBe(true);
    expect(await opens(secret_hash)).toBe(false);
  });

  test("a second mistyped address leaves the link in use working", async () => {
    const { id, secret_hash } = await fixtures.request({ email: "maria@gmial.com" });
    await byLink(secret_hash, { email: "maria@gmal.com" });
    const unopened = await currentLink(id);
    expect(await byLink(secret_hash, { email: "maria@gmail.com" }, { known_version: 1 })).toEqual({
      outcome: "corrected",
    });
    expect(await opens(secret_hash)).toBe(true);
    expect(await opens(unopened)).toBe(false);
    expect(await opens(await currentLink(id))).toBe(true);
    expect(await opens(secret_hash)).toBe(false);
    expect((await outbox()).filter((sent) => sent.startsWith("request-address-left"))).toEqual([
      "request-address-left maria@gmal.com",
      "request-address-left maria@gmial.com",
    ]);
  });

  test("waits while a mail of the request is being sent, because that mail would take the new link", async () => {
    const { id, secret_hash } = await fixtures.request();
    await fixtures.sql`
      insert into public.outgoing_mail (
        template, recipient, idempotency_key, simulation_id, status, leased_until
      ) values ('simulation-received', 'ana@exemplo.com.br', 'now', ${id}, 'sending', now())`;
    const wanted = { email: "outra@exemplo.com.br" };
    expect(await byLink(secret_hash, wanted)).toEqual({ outcome: "sending" });
    await fixtures.sql`update public.outgoing_mail set status = 'queued', leased_until = null`;
    expect(await byLink(secret_hash, wanted)).toEqual({ outcome: "corrected" });
  });

  test("is known to the form for lost links and to the list of the person's other requests", async () => {
    const first = await fixtures.request({ email: "maria@gmial.com", phone: "44911112222" });
    const second = await fixtures.request({ email: "maria@gmail.com", cpf: "11144477735" });
    expect((await detail(first.id)).others).toEqual([]);
    await byLink(first.secret_hash, { email: "maria@gmail.com" });
    expect((await detail(first.id)).others).toMatchObject([{ id: second.id, same: ["email"] }]);
    const { protocol } = await row(first.id);
    await fixtures.sql`delete from public.outgoing_mail`;
    for (const email of ["maria@gmial.com", "maria@gmail.com"]) {
      await fixtures.call("request_tracking_link", {
        protocol: String(protocol),
        email,
        address_hash,
      });
    }
    expect(await outbox()).toEqual(["tracking-link maria@gmail.com"]);
  });
});

test("a correction cannot be changed, and goes with its request", async () => {
  const { id, secret_hash } = await fixtures.request();
  await byLink(secret_hash, { phone: "44988887777" });
  await expect(
    fixtures.sql`update private.request_corrections set former = '{"phone": "1"}'`,
  ).rejects.toThrow("append-only");
  await fixtures.sql`delete from public.simulations where id = ${id}`;
  expect(await fixtures.count("private.request_corrections")).toBe(0);
});
