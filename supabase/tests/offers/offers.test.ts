import { describe, expect, test } from "vitest";
import { createStaff } from "../support/create-user.ts";
import { clauses, offerFixtures } from "../support/offer-fixtures.ts";

const fixtures = offerFixtures();

describe("an offer", () => {
  test("approves a waiting request and mails its conditions alone", async () => {
    const { secret_hash, offer, id } = await fixtures.offered();
    expect(await fixtures.mails()).toEqual(["offer-made"]);
    expect(await fixtures.track(secret_hash)).toMatchObject({
      status: "approved",
      offer: { id: offer.id, status: "open", coverLimit: 15124.2, clauses, termsVersion: "1.0" },
    });
    const audited = await fixtures.sql`
      select action, actor from public.audit_trail where subject_id = ${id} order by id`;
    expect([...audited]).toEqual([
      { action: "decide-simulation", actor: fixtures.staffId },
      { action: "make-offer", actor: fixtures.staffId },
    ]);
  });

  test("is one under parallel clicks with the same form", async () => {
    const { id } = await fixtures.request();
    const offer = fixtures.draft(id);
    const answers = await Promise.all(Array.from({ length: 8 }, () => fixtures.make(offer)));
    expect(answers.filter((answer) => Object(answer).changed)).toHaveLength(1);
    expect(await fixtures.count("public.offers")).toBe(1);
    expect(await fixtures.mails()).toEqual(["offer-made"]);
  });

  test("replaces the former one, whose mail no longer goes", async () => {
    const { id, secret_hash, offer: former } = await fixtures.offered();
    const offer = fixtures.draft(id, { fee: 1500 });
    await fixtures.make(offer);
    expect((await fixtures.track(secret_hash)).offer).toMatchObject({ id: offer.id, fee: 1500 });
    const [row] = await fixtures.sql`select status from public.offers where id = ${former.id}`;
    expect(row?.["status"]).toBe("withdrawn");
    expect(await fixtures.mails()).toEqual(["offer-changed"]);
    expect(await fixtures.accept({ secret_hash, offer: former })).toEqual({ outcome: "withdrawn" });
  });

  test("is refused for rejected and contracted requests, and from everybody but active staff", async () => {
    const rejected = await fixtures.request({
      status: "rejected",
      rejection_reason: "Faltou renda",
      reviewed_at: new Date(),
    });
    expect(await fixtures.make(fixtures.draft(rejected.id))).toEqual({
      changed: false,
      outcome: "rejected",
    });
    const contracted = await fixtures.offered();
    await fixtures.accept(contracted);
    expect(await fixtures.make(fixtures.draft(contracted.id))).toEqual({
      changed: false,
      outcome: "accepted",
    });
    const { id } = await fixtures.request();
    await expect(
      fixtures.call("make_offer", { offer: fixtures.draft(id), actor: crypto.randomUUID() }),
    ).rejects.toMatchObject({ code: "42501" });
    await expect(fixtures.make(fixtures.draft(crypto.randomUUID()))).rejects.toMatchObject({
      code: "PT404",
    });
    await expect(
      fixtures.make(fixtures.draft(id, { reference_value: 99_999 })),
    ).rejects.toMatchObject({
      code: "PT422",
      message: "O valor de referência é o aluguel vezes os meses.",
    });
    // The last member with the rights team and owner could not be disabled.
    await createStaff(fixtures.sql, "gestao@payser.example");
    const setStatus = (status: string) =>
      fixtures.sql`update public.staff set status = ${status} where user_id = ${fixtures.staffId}`;
    await setStatus("pending");
    await expect(fixtures.make(fixtures.draft(id))).rejects.toMatchObject({ code: "42501" });
    await setStatus("active");
  });

  test("is refused under the id of another request's offer and changes nothing", async () => {
    const { offer } = await fixtures.offered();
    const other = await fixtures.offered();
    await expect(
      fixtures.make({ ...fixtures.draft(other.id), id: offer.id }),
    ).rejects.toMatchObject({
      code: "PT409",
      message: expect.stringContaining("outra simulação"),
    });
    expect((await fixtures.track(other.secret_hash)).offer?.id).toBe(other.offer.id);
    // Two offers with one id are made in parallel. Each call inserts its row before it can see the other row.
    const both = [await fixtures.request(), await fixtures.request()];
    const id = crypto.randomUUID();
    const made = await Promise.allSettled(
      both.map((request) => fixtures.make({ ...fixtures.draft(request.id), id })),
    );
    expect(made.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(made).toContainEqual({
      status: "rejected",
      reason: expect.objectContaining({ code: "PT409" }),
    });
  });

  test("is neither shown nor mailed while it can be taken back", async () => {
    await fixtures.sql`update private.staff_settings set undo_seconds = 30`;
    const { secret_hash, offer } = await fixtures.offered();
    expect(await fixtures.track(secret_hash)).toMatchObject({ status: "pending" });
    expect((await fixtures.track(secret_hash)).offer).toBeUndefined();
    expect(await fixtures.accept({ secret_hash, offer })).toBeNull();
    const [mail] = await fixtures.sql`
      select next_attempt_at > now() + interval '20 seconds' as waits from public.outgoing_mail`;
    expect(mail?.["waits"]).toBe(true);
  });

  test("is withdrawn once by staff", async () => {
    const { secret_hash, offer } = await fixtures.offered();
    expect(await fixtures.asStaff("withdraw_offer", { offer_id: offer.id })).toEqual({
      changed: true,
    });
    expect(await fixtures.asStaff("withdraw_offer", { offer_id: offer.id })).toEqual({
      changed: false,
    });
    expect((await fixtures.track(secret_hash)).offer).toBeUndefined();
    expect(await fixtures.accept({ secret_hash, offer })).toEqual({ outcome: "withdrawn" });
    expect(await fixtures.mails()).toEqual([]);
  });

  test("keeps its request's link alive", async () => {
    const { id, secret_hash } = await fixtures.offered();
    const age = (table: string, column: string, days: number) =>
      fixtures.sql`update ${fixtures.sql(table)} set ${fixtures.sql(column)} = now() - ${`${days} days`}::interval`;
    await fixtures.sql`update public.simulations set created_at = now() - interval '200 days',
      answer_due_at = now() - interval '199 days' where id = ${id}`;
    await age("public.simulations", "reviewed_at", 150);
    expect(await fixtures.track(secret_hash)).toMatchObject({ status: "approved" });
    await fixtures.sql`update public.offers set created_at = now() - interval '140 days'`;
    await age("public.offers", "valid_until", 91);
    expect(
      await fixtures.call("track_request", { secret_hash, address_hash: "a".repeat(64) }),
    ).toBeNull();
  });
});

describe("the PDF of the conditions", () => {
  const find = (secret_hash: string, offer_id: string) =>
    fixtures.call("find_conditions", { secret_hash, offer_id, address_hash: "a".repeat(64) });

  test("opens with the link of its own request unless the offer was withdrawn", async () => {
    const { id, secret_hash, offer: former } = await fixtures.offered();
    const found = (offer: { id: string }) => ({
      path: `${offer.id}/${"d".repeat(64)}.pdf`,
      protocol: expect.stringMatching(/^PS-/),
    });
    expect(await find(secret_hash, former.id)).toEqual(found(former));
    const offer = fixtures.draft(id);
    await fixtures.make(offer);
    expect(await find(secret_hash, former.id)).toBeNull();
    await fixtures.sql`
      update public.offers set status = 'expired', closed_at = now() where id = ${offer.id}`;
    expect(await find(secret_hash, offer.id)).toEqual(found(offer));
    await fixtures.sql`
      update public.offers set status = 'open', closed_at = null where id = ${offer.id}`;
    await fixtures.accept({ secret_hash, offer });
    expect(await find(secret_hash, offer.id)).toEqual(found(offer));
  });

  test("stays closed to the link of another request and to an invalid one", async () => {
    const [mine, theirs] = [await fixtures.offered(), await fixtures.offered()];
    expect(await find(mine.secret_hash, theirs.offer.id)).toBeNull();
    expect(await find(theirs.secret_hash, mine.offer.id)).toBeNull();
    expect(await find("f".repeat(64), mine.offer.id)).toBeNull();
    expect(await find(mine.secret_hash, crypto.randomUUID())).toBeNull();
    // Each of the four calls above counts as a failed lookup.
    const [counted] = await fixtures.sql`
      select sum(hits)::integer as misses from public.rate_limits
      where action = 'tracking-miss-by-address'`;
    expect(counted?.["misses"]).toBe(4);
  });

  test("stays closed while the decision can be taken back", async () => {
    await fixtures.sql`update private.staff_settings set undo_seconds = 30`;
    const { secret_hash, offer } = await fixtures.offered();
    expect(await find(secret_hash, offer.id)).toBeNull();
  });
});

describe("the passage of time", () => {
  const left = (validity: string, passed: string) => fixtures.sql`
    update public.offers set created_at = now() - ${passed}::interval,
      valid_until = now() - ${passed}::interval + ${validity}::interval`;
  const schedule = () => fixtures.call("run_schedule", {});

  test("expires an offer to the moment, with or without the schedule", async () => {
    const { secret_hash, offer } = await fixtures.offered();
    await left("7 days", "7 days");
    expect((await fixtures.track(secret_hash)).offer?.status).toBe("expired");
    expect(await fixtures.accept({ secret_hash, offer })).toEqual({ outcome: "expired" });
    await schedule();
    const [row] = await fixtures.sql`
      select status, closed_at = valid_until as exact from public.offers`;
    expect(row).toEqual({ status: "expired", exact: true });
    expect((await fixtures.track(secret_hash)).offer?.status).toBe("expired");
    expect(await fixtures.count("public.contracts")).toBe(0);
  });

  test.each([
    ["7 days", "4 days 23 hours", 0],
    ["7 days", "5 days 1 minute", 1],
    ["2 days", "23 hours", 0],
    ["2 days", "24 hours 1 minute", 1],
    ["1 day", "11 hours", 0],
    ["1 day", "12 hours 1 minute", 1],
    ["7 days", "7 days", 0],
  ])("queues reminders for an offer of %s after %s: %i", async (validity, passed, reminders) => {
    await fixtures.offered();
    await left(validity, passed);
    await Promise.all([schedule(), schedule(), schedule()]);
    await schedule();
    expect(
      (await fixtures.mails()).filter((template) => template === "offer-reminder"),
    ).toHaveLength(reminders);
  });
});
