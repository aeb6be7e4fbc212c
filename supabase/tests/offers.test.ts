import { describe, expect, test } from "vitest";
import { clauses, offerGround } from "./support/offer-ground.ts";

const ground = offerGround();

describe("an offer", () => {
  test("approves a request that waits and mails its conditions alone", async () => {
    const { secret_hash, offer, id } = await ground.offered();
    expect(await ground.mails()).toEqual(["offer-made"]);
    expect(await ground.track(secret_hash)).toMatchObject({
      status: "approved",
      offer: { id: offer.id, status: "open", coverLimit: 15124.2, clauses, termsVersion: "1.0" },
    });
    const audited = await ground.sql`
      select action, actor from public.audit_trail where subject_id = ${id} order by id`;
    expect([...audited]).toEqual([
      { action: "decide-simulation", actor: ground.staffId },
      { action: "make-offer", actor: ground.staffId },
    ]);
  });

  test("is one under clicks at once, each with the same form", async () => {
    const { id } = await ground.request();
    const offer = ground.draft(id);
    const answers = await Promise.all(Array.from({ length: 8 }, () => ground.make(offer)));
    expect(answers.filter((answer) => Object(answer).changed)).toHaveLength(1);
    expect(await ground.count("public.offers")).toBe(1);
    expect(await ground.mails()).toEqual(["offer-made"]);
  });

  test("takes the place of the former, whose mail does not go any more", async () => {
    const { id, secret_hash, offer: former } = await ground.offered();
    const offer = ground.draft(id, { fee: 1000 });
    await ground.make(offer);
    expect((await ground.track(secret_hash)).offer).toMatchObject({ id: offer.id, fee: 1000 });
    const [row] = await ground.sql`select status from public.offers where id = ${former.id}`;
    expect(row?.["status"]).toBe("withdrawn");
    expect(await ground.mails()).toEqual(["offer-made"]);
    expect(await ground.accept({ secret_hash, offer: former })).toEqual({ outcome: "withdrawn" });
  });

  test("is not made for a rejected or a contracted request, nor by who is not active staff", async () => {
    const rejected = await ground.request({
      status: "rejected",
      rejection_reason: "Faltou renda",
      reviewed_at: new Date(),
    });
    expect(await ground.make(ground.draft(rejected.id))).toEqual({
      changed: false,
      outcome: "rejected",
    });
    const contracted = await ground.offered();
    await ground.accept(contracted);
    expect(await ground.make(ground.draft(contracted.id))).toEqual({
      changed: false,
      outcome: "accepted",
    });
    const { id } = await ground.request();
    await expect(
      ground.call("make_offer", { offer: ground.draft(id), actor: crypto.randomUUID() }),
    ).rejects.toMatchObject({ code: "42501" });
    await expect(ground.make(ground.draft(crypto.randomUUID()))).rejects.toMatchObject({
      code: "PT404",
    });
    await expect(ground.make(ground.draft(id, { reference_value: 99_999 }))).rejects.toMatchObject({
      code: "23514",
    });
    const setStatus = (status: string) =>
      ground.sql`update public.staff set status = ${status} where user_id = ${ground.staffId}`;
    await setStatus("pending");
    await expect(ground.make(ground.draft(id))).rejects.toMatchObject({ code: "42501" });
    await setStatus("active");
  });

  test("is not made under the id of another request's, and leaves everything as it was", async () => {
    const { offer } = await ground.offered();
    const other = await ground.offered();
    await expect(ground.make({ ...ground.draft(other.id), id: offer.id })).rejects.toMatchObject({
      code: "PT409",
      message: expect.stringContaining("outra simulação"),
    });
    expect((await ground.track(other.secret_hash)).offer?.id).toBe(other.offer.id);
    // Both at once: neither finds the other's before it writes.
    const both = [await ground.request(), await ground.request()];
    const id = crypto.randomUUID();
    const made = await Promise.allSettled(
      both.map((request) => ground.make({ ...ground.draft(request.id), id })),
    );
    expect(made.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(made).toContainEqual({
      status: "rejected",
      reason: expect.objectContaining({ code: "PT409" }),
    });
  });

  test("is neither told nor mailed while it can be taken back", async () => {
    await ground.sql`update private.staff_settings set undo_seconds = 30`;
    const { secret_hash, offer } = await ground.offered();
    expect(await ground.track(secret_hash)).toMatchObject({ status: "pending" });
    expect((await ground.track(secret_hash)).offer).toBeUndefined();
    expect(await ground.accept({ secret_hash, offer })).toBeNull();
    const [mail] = await ground.sql`
      select next_attempt_at > now() + interval '20 seconds' as waits from public.outgoing_mail`;
    expect(mail?.["waits"]).toBe(true);
  });

  test("is withdrawn once, by staff", async () => {
    const { secret_hash, offer } = await ground.offered();
    expect(await ground.asStaff("withdraw_offer", { offer_id: offer.id })).toEqual({
      changed: true,
    });
    expect(await ground.asStaff("withdraw_offer", { offer_id: offer.id })).toEqual({
      changed: false,
    });
    expect((await ground.track(secret_hash)).offer).toBeUndefined();
    expect(await ground.accept({ secret_hash, offer })).toEqual({ outcome: "withdrawn" });
    expect(await ground.mails()).toEqual([]);
  });

  test("keeps the link of its request alive", async () => {
    const { id, secret_hash } = await ground.offered();
    const age = (table: string, column: string, days: number) =>
      ground.sql`update ${ground.sql(table)} set ${ground.sql(column)} = now() - ${`${days} days`}::interval`;
    await ground.sql`update public.simulations set created_at = now() - interval '200 days',
      answer_due_at = now() - interval '199 days' where id = ${id}`;
    await age("public.simulations", "reviewed_at", 150);
    expect(await ground.track(secret_hash)).toMatchObject({ status: "approved" });
    await ground.sql`update public.offers set created_at = now() - interval '140 days'`;
    await age("public.offers", "valid_until", 91);
    expect(
      await ground.call("track_request", { secret_hash, address_hash: "a".repeat(64) }),
    ).toBeNull();
  });
});

describe("the PDF of the conditions", () => {
  const find = (secret_hash: string, offer_id: string) =>
    ground.call("find_conditions", { secret_hash, offer_id, address_hash: "a".repeat(64) });

  test("is opened by the link of its own request, however the offer ended but withdrawn", async () => {
    const { id, secret_hash, offer: former } = await ground.offered();
    const found = (offer: { id: string }) => ({
      path: `${offer.id}/${"d".repeat(64)}.pdf`,
      protocol: expect.stringMatching(/^PS-/),
    });
    expect(await find(secret_hash, former.id)).toEqual(found(former));
    const offer = ground.draft(id);
    await ground.make(offer);
    expect(await find(secret_hash, former.id)).toBeNull();
    await ground.sql`
      update public.offers set status = 'expired', closed_at = now() where id = ${offer.id}`;
    expect(await find(secret_hash, offer.id)).toEqual(found(offer));
    await ground.sql`
      update public.offers set status = 'open', closed_at = null where id = ${offer.id}`;
    await ground.accept({ secret_hash, offer });
    expect(await find(secret_hash, offer.id)).toEqual(found(offer));
  });

  test("is not opened by the link of another request, nor by one that opens nothing", async () => {
    const [mine, theirs] = [await ground.offered(), await ground.offered()];
    expect(await find(mine.secret_hash, theirs.offer.id)).toBeNull();
    expect(await find(theirs.secret_hash, mine.offer.id)).toBeNull();
    expect(await find("f".repeat(64), mine.offer.id)).toBeNull();
    expect(await find(mine.secret_hash, crypto.randomUUID())).toBeNull();
    // Each of them counts as a guess.
    const [counted] = await ground.sql`
      select sum(hits)::integer as misses from public.rate_limits
      where action = 'tracking-miss-by-address'`;
    expect(counted?.["misses"]).toBe(4);
  });

  test("is not opened while the decision can be taken back", async () => {
    await ground.sql`update private.staff_settings set undo_seconds = 30`;
    const { secret_hash, offer } = await ground.offered();
    expect(await find(secret_hash, offer.id)).toBeNull();
  });
});

describe("time", () => {
  const left = (validity: string, passed: string) => ground.sql`
    update public.offers set created_at = now() - ${passed}::interval,
      valid_until = now() - ${passed}::interval + ${validity}::interval`;
  const schedule = () => ground.call("run_schedule", {});

  test("expires an offer to the moment, with or without the schedule", async () => {
    const { secret_hash, offer } = await ground.offered();
    await left("7 days", "7 days");
    expect((await ground.track(secret_hash)).offer?.status).toBe("expired");
    expect(await ground.accept({ secret_hash, offer })).toEqual({ outcome: "expired" });
    await schedule();
    const [row] = await ground.sql`
      select status, closed_at = valid_until as exact from public.offers`;
    expect(row).toEqual({ status: "expired", exact: true });
    expect((await ground.track(secret_hash)).offer?.status).toBe("expired");
    expect(await ground.count("public.contracts")).toBe(0);
  });

  test.each([
    ["7 days", "4 days 23 hours", 0],
    ["7 days", "5 days 1 minute", 1],
    ["2 days", "23 hours", 0],
    ["2 days", "24 hours 1 minute", 1],
    ["1 day", "11 hours", 0],
    ["1 day", "12 hours 1 minute", 1],
    ["7 days", "7 days", 0],
  ])("of %s, after %s, has queued %i reminders", async (validity, passed, reminders) => {
    await ground.offered();
    await left(validity, passed);
    await Promise.all([schedule(), schedule(), schedule()]);
    await schedule();
    expect((await ground.mails()).filter((template) => template === "offer-reminder")).toHaveLength(
      reminders,
    );
  });
});
