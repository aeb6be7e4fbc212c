import { describe, expect, test } from "vitest";
import { offerTermNames } from "#contracts/requests/offer-terms.ts";
import { contractEndingIn, offerFixtures } from "../support/offer-fixtures.ts";
import { day } from "../support/sample-rows.ts";

const fixtures = offerFixtures();
const words = "A imobiliária recebe a taxa e repassa à Payser.";

describe("the changes of an offer", () => {
  const changesOf = async (secret_hash: string) =>
    (await fixtures.track(secret_hash)).offer?.changes;

  test("are none for the first offer of a request", async () => {
    const { secret_hash } = await fixtures.offered();
    expect(await changesOf(secret_hash)).toEqual([]);
    expect((await fixtures.track(secret_hash)).offer).not.toHaveProperty("earlierAt");
    expect(await fixtures.mails()).toEqual(["offer-made"]);
  });

  test("list every term that differs, in the order of the page", async () => {
    const { id, secret_hash } = await fixtures.offered();
    const other = {
      cover_limit: 8000,
      fee: 900,
      fee_due_on: day(30),
      payment_plan: "other",
      payment_method: words,
      rental_value: 1000,
      reference_value: 11_000,
      months: 11,
      start_date: day(12),
      property_type: "Casa",
      landlord_name: "Helena Prado",
      letter_needs_fee: true,
      terms_version: "1.1",
    };
    await fixtures.make(fixtures.draft(id, other));
    const changes = await changesOf(secret_hash);
    expect(changes?.map(({ field }) => field)).toEqual(offerTermNames);
    expect(changes).toContainEqual({ field: "fee", before: 1620.45, after: 900 });
    expect(changes).toContainEqual({ field: "letterNeedsFee", before: false, after: true });
    expect((await fixtures.track(secret_hash)).offer?.earlierAt).toEqual(expect.any(String));
    expect(await fixtures.asStaff("list_offers", { simulation_id: id })).toMatchObject([
      { changes },
      { changes: [] },
    ]);
  });

  test.each(["expired", "withdrawn", "declined"])(
    "are those against an offer that was %s",
    async (status) => {
      const { id, secret_hash } = await fixtures.offered();
      await fixtures.sql`
      update public.offers set status = ${status}, closed_at = now(),
        decline_reason = ${status === "declined" ? "Ficou caro para mim." : null}`;
      await fixtures.make(fixtures.draft(id, { fee: 1500 }));
      expect(await changesOf(secret_hash)).toEqual([
        { field: "fee", before: 1620.45, after: 1500 },
      ]);
      expect(await fixtures.mails()).toContain("offer-changed");
    },
  );

  test("leave out an offer that was replaced before its mail could leave", async () => {
    await fixtures.sql`update private.staff_settings set undo_seconds = 30`;
    const { id, secret_hash } = await fixtures.offered({ fee: 2000 });
    await fixtures.make(fixtures.draft(id));
    await fixtures.sql`update public.simulations set reviewed_at = now() - interval '1 hour'`;
    expect(await changesOf(secret_hash)).toEqual([]);
    expect(await fixtures.mails()).toEqual(["offer-made"]);
  });

  test("are none for the same conditions with a later validity, whose mail is the usual one", async () => {
    const { id, secret_hash } = await fixtures.offered();
    await fixtures.make(fixtures.draft(id, { valid_until: `${day(9)}T23:59:59-03:00` }));
    expect(await changesOf(secret_hash)).toEqual([]);
    expect(await fixtures.mails()).toEqual(["offer-made"]);
  });

  test("are in the data of the mail and of its preview", async () => {
    const { id } = await fixtures.offered();
    const draft = fixtures.draft(id, { fee: 1500 });
    const changes = [{ field: "fee", before: 1620.45, after: 1500 }];
    expect(await fixtures.call("draft_offer", { offer: draft })).toMatchObject({
      template: "offer-changed",
      changes,
      endDate: expect.any(String),
      instalments: [{ instalment: 1, amount: 1500 }],
    });
    await fixtures.make(draft);
    const [mail] = await fixtures.sql`
      select template, private.subject_of_mail(mail) -> 'offer' -> 'changes' as changes
      from public.outgoing_mail as mail`;
    expect(mail).toEqual({ template: "offer-changed", changes });
  });

  test("are, for a renewal, those against the contract, then against its earlier conditions", async () => {
    const { id, requestId } = await contractEndingIn(fixtures, 30);
    const renewal = {
      renews_contract_id: id,
      start_date: day(31),
      fee_due_on: day(31),
      rental_value: 2000,
      reference_value: 24_000,
      cover_limit: 16_800,
      fee: 1920,
    };
    const draft = () => fixtures.draft(requestId, renewal);
    const shown = async (offer: object) => Object(await fixtures.call("draft_offer", { offer }));
    expect(await shown(draft())).toMatchObject({
      template: "renewal-offered",
      changes: [
        { field: "coverLimit", before: 15_124.2, after: 16_800 },
        { field: "fee", before: 1620.45, after: 1920 },
        { field: "rentalValue", before: 1800.5, after: 2000 },
        { field: "referenceValue", before: 21_606, after: 24_000 },
      ],
    });
    await fixtures.make(draft());
    expect(await fixtures.mails()).toEqual(["renewal-offered"]);
    expect(await shown({ ...draft(), fee: 2000 })).toMatchObject({
      template: "offer-changed",
      changes: [{ field: "fee", before: 1920, after: 2000 }],
    });
    const outside = fixtures.make({ ...draft(), fee: 1000 });
    await expect(outside).rejects.toMatchObject({ code: "PT422", detail: "fee" });
  });
});
