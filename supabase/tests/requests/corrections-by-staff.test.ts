import { describe, expect, test } from "vitest";
import { actAs, callAsConnected } from "../support/act-as.ts";
import { correctionFixtures, newId } from "../support/correction-fixtures.ts";
import { createStaff } from "../support/create-user.ts";

const { fixtures, byLink, byStaff, currentLink, detail, outbox, row } = correctionFixtures();

describe("staff", () => {
  test("correct with a reason until the acceptance, and both values are in the history", async () => {
    const offered = await fixtures.offered();
    const { id } = offered;
    expect(await byStaff(id, { owner_contact: "44 3333-9999" })).toEqual({ outcome: "corrected" });
    expect((await detail(id)).corrections).toMatchObject([
      {
        side: "staff",
        who: expect.any(String),
        reason: "A pessoa ligou",
        former: { owner_contact: "4433334444" },
        wanted: { owner_contact: "4433339999" },
      },
    ]);
    expect(await fixtures.asStaff("simulation_history", { simulation_id: id })).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ action: "correct-request", detail: "staff" }),
      ]),
    );
    expect(await fixtures.accept(offered)).toMatchObject({ outcome: "accepted" });
    const late = { known_version: 1 };
    expect(await byStaff(id, { owner_contact: "4433330000" }, late)).toEqual({
      outcome: "accepted",
    });
    const [contract] = await fixtures.sql`select landlord_phone from public.contracts`;
    expect(contract).toMatchObject({ landlord_phone: "4433339999" });
    await expect(
      fixtures.asStaff("correct_request", {
        simulation_id: id,
        correction_id: newId(),
        known_version: 1,
        wanted: {},
        reason: " ",
      }),
    ).rejects.toThrow("Informe o motivo");
  });

  test("keep open conditions when they correct contact data", async () => {
    const offered = await fixtures.offered();
    await byStaff(offered.id, { email: "nova@exemplo.com.br", phone: "44988887777" });
    expect((await fixtures.track(await currentLink(offered.id))).offer?.status).toBe("open");
    expect(await outbox()).toEqual([
      "offer-made nova@exemplo.com.br",
      "request-address-left ana@exemplo.com.br",
      "request-corrected nova@exemplo.com.br",
    ]);
  });

  test.each([
    { rental_value: 2000 },
    { property_address: "Rua das Acácias, 200" },
    { property_city: "Londrina" },
    { owner_name: "Carla Dona" },
  ])("withdraw the open conditions with the correction %j", async (wanted) => {
    const offered = await fixtures.offered();
    expect(await byStaff(offered.id, wanted)).toEqual({ outcome: "corrected" });
    const answer = await fixtures.accept(offered);
    expect(answer).toEqual({ outcome: "withdrawn" });
    expect((await fixtures.track(offered.secret_hash)).offer).toBeUndefined();
    expect(await outbox()).toEqual(["request-corrected ana@exemplo.com.br"]);
    const [mail] = await fixtures.sql`
      select private.subject_of_mail(mail) -> 'correction' as correction
      from public.outgoing_mail as mail`;
    expect(mail).toEqual({
      correction: { fields: Object.keys(wanted), hasNewAddress: false, hasWithdrawn: true },
    });
  });

  test("and an acceptance at once end as exactly one of the two", async () => {
    for (let time = 0; time < 5; time += 1) {
      const offered = await fixtures.offered();
      const [corrected, accepted] = await Promise.all([
        byStaff(offered.id, { rental_value: 2000 + time }),
        fixtures.accept(offered),
      ]);
      const outcomes = [Object(corrected).outcome, Object(accepted).outcome];
      expect([
        ["corrected", "withdrawn"],
        ["accepted", "accepted"],
      ]).toContainEqual(outcomes);
    }
  });

  test("cannot make conditions from a form that was opened before a correction", async () => {
    const { id, secret_hash } = await fixtures.request();
    await byLink(secret_hash, { rental_value: 2000 });
    const stale = fixtures.draft(id, { request_version: 0 });
    await expect(fixtures.make(stale)).rejects.toThrow("foram corrigidos");
    expect(await fixtures.count("public.offers")).toBe(0);
    expect(await fixtures.make({ ...stale, request_version: 1 })).toMatchObject({ changed: true });
  });

  test("cannot make first conditions without saying which version they saw", async () => {
    const { id } = await fixtures.request();
    const offer = fixtures.draft(id);
    const blind = fixtures.make({ ...offer, request_version: null });
    await expect(blind).rejects.toThrow("foram corrigidos");
    expect(await fixtures.make({ ...offer, request_version: 0 })).toMatchObject({ changed: true });
  });

  test.each(["approved", "rejected"])(
    "cannot have a request %s whose data was corrected after they read it",
    async (decision) => {
      const { id, secret_hash } = await fixtures.request();
      const { version } = await detail(id);
      await byLink(secret_hash, { rental_value: 2400 });
      const decide = (known_version: unknown) =>
        fixtures.asStaff("decide_simulation", {
          simulation_id: id,
          decision,
          known_version,
          reason: decision === "rejected" ? "Renda insuficiente" : null,
        });
      for (const seen of [version, null]) {
        // oxlint-disable-next-line no-await-in-loop
        await expect(decide(seen)).rejects.toMatchObject({
          code: "PT409",
          message:
            "Os dados deste pedido foram corrigidos. Confira os dados novos e decida de novo.",
        });
      }
      expect(await row(id)).toMatchObject({ status: "pending" });
      expect(await outbox()).not.toContain(`simulation-${decision} ana@exemplo.com.br`);
      expect(await decide((await detail(id)).version)).toEqual({ changed: true, status: decision });
      // The person who decided has seen the correction, so no task is left.
      expect(await row(id)).toMatchObject({ corrected_at: null });
    },
  );

  test("get a task when the applicant corrects something that they had seen", async () => {
    const unseen = await fixtures.request({ cpf: "11144477735" });
    await byLink(unseen.secret_hash, { phone: "44988887777" });
    const { id, secret_hash } = await fixtures.request();
    await detail(id);
    const version = () => fixtures.asStaff("staff_counts", {});
    const before = Object(await version()).version;
    await byLink(secret_hash, { rental_value: 2000 });
    expect(Object(await version()).version).not.toBe(before);
    const queue = async () => Object(await fixtures.asStaff("queue_page", { view: "corrected" }));
    expect((await queue()).rows).toMatchObject([{ id, isCorrected: true, rentalValue: 2000 }]);
    expect((await queue()).counts).toMatchObject({ corrected: 1 });
    const check = (known_version: number) =>
      fixtures.asStaff("check_request_corrections", { simulation_id: id, known_version });
    await byLink(secret_hash, { rental_value: 2100 }, { known_version: 1 });
    await expect(check(1)).rejects.toThrow("corrigido de novo");
    expect(await check(2)).toEqual({ changed: true });
    expect(await check(2)).toEqual({ changed: false });
    expect((await queue()).rows).toEqual([]);
  });

  test("a disabled member of staff cannot correct or check", async () => {
    const { id } = await fixtures.request();
    const userId = await createStaff(fixtures.sql, `parada${id}@payser.example`);
    await fixtures.sql`update public.staff set status = 'disabled' where user_id = ${userId}`;
    const args = { simulation_id: id, known_version: 0 };
    const call = (name: string, more: object) =>
      actAs(fixtures.sql, { role: "authenticated", userId }, (sql) =>
        callAsConnected(sql, name, { ...args, ...more }),
      );
    const wanted = { wanted: { phone: "44988887777" }, reason: "Erro", correction_id: newId() };
    expect(await call("correct_request", wanted)).toMatchObject({ code: "42501" });
    expect(await call("check_request_corrections", {})).toMatchObject({ code: "42501" });
    expect(await row(id)).toMatchObject({ phone: "44999998888" });
  });
});
