import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { feeRange } from "#contracts/fields/coverage.ts";
import { offerFixtures } from "../support/offer-fixtures.ts";
import { day } from "../support/sample-rows.ts";

const fixtures = offerFixtures();
const words = "A imobiliária recebe a taxa e repassa à Payser.";
const reason = "As chaves foram entregues antes da proposta.";
const endOf = (date: string) => `${date}T23:59:59-03:00`;

/** Stores the published business rules in the database. */
const publish = (rules: Record<string, number>) =>
  fixtures.call("keep_content", { content: { rules } });

const limitRange = (percent: number) =>
  fixtures.sql`update private.staff_settings set fee_range_percent = ${percent}`;

async function refusal(changes: Record<string, unknown>) {
  const { id } = await fixtures.request();
  const made = fixtures.make(fixtures.draft(id, changes));
  return made.then(
    () => null,
    (error: unknown) => ({
      code: Object(error).code,
      field: Object(error).detail,
      message: Object(error).message,
    }),
  );
}

/** Inserts a row directly into the table; returns the name of the violated constraint, or null if the row is stored. */
async function constraint(changes: Record<string, unknown>): Promise<string | null> {
  const { id } = await fixtures.request();
  const { clauses: _clauses, ...row } = fixtures.draft(id, changes);
  return fixtures.sql`insert into public.offers ${fixtures.sql(row)}`.then(
    () => null,
    (error: unknown) => String(Object(error).constraint_name),
  );
}

describe("the fee of an offer", () => {
  test("may leave the standard fee by the share of the limits, and not by a cent more", async () => {
    // The standard fee is 8% of R$ 21.606,00, which is R$ 1.728,48.
    for (const fee of [1382.78, 1728.48, 2074.18])
      expect(await refusal({ fee }), String(fee)).toBeNull();
    for (const fee of [3, 0, 1382.77, 2074.19]) {
      expect(await refusal({ fee }), String(fee)).toEqual({
        code: "PT422",
        field: "fee",
        message: "Com esse aluguel e esse prazo, a taxa fica entre R$ 1.382,78 e R$ 2.074,18.",
      });
    }
    expect(await fixtures.count("public.offers")).toBe(3);
  });

  test("follows published rules and limits, and may only then be nothing", async () => {
    await publish({ feePercent: 10.5, feeMinimum: 200 });
    await limitRange(0);
    expect(await refusal({ fee: 2268.63 })).toBeNull();
    expect(await refusal({ fee: 1620.45 })).toMatchObject({
      message: expect.stringContaining("entre R$ 2.268,63 e R$ 2.268,63"),
    });
    const small = {
      rental_value: 100,
      months: 1,
      reference_value: 100,
      cover_limit: 70,
      fee_due_on: day(12),
    };
    expect(await refusal({ ...small, fee: 199.99 })).toMatchObject({ field: "fee" });
    expect(await refusal({ ...small, fee: 200 })).toBeNull();
    await publish({ feePercent: 8, feeMinimum: 0 });
    await limitRange(100);
    expect(await refusal({ fee: 0 })).toBeNull();
    await limitRange(20);
    await fixtures.sql`delete from private.kept_content`;
  });

  test("has the same standard and range in the form and in the database", async () => {
    const cents = fc.integer({ min: 1, max: 999_999_999 }).map((count) => count / 100);
    const rules = fc.record({
      feePercent: fc.integer({ min: 1, max: 1000 }).map((tenths) => tenths / 10),
      feeMinimum: fc.integer({ min: 0, max: 100_000 }),
    });
    const percent = fc.integer({ min: 0, max: 100 });
    await fc.assert(
      fc.asyncProperty(cents, rules, percent, async (reference, rule, rangePercent) => {
        await publish(rule);
        await limitRange(rangePercent);
        const [range] = await fixtures.sql`
          select standard::float, lowest::float, highest::float from private.fee_range(${reference})`;
        expect(feeRange(reference, rule, rangePercent)).toEqual(range);
      }),
      { numRuns: 60 },
    );
    await limitRange(20);
    await fixtures.sql`delete from private.kept_content`;
  });
});

describe("the instalments of a fee", () => {
  test("add up to the fee, differ by at most a cent, and are due a month apart", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 12, max: 999_999_999_999 }),
        fc.integer({ min: 1, max: 12 }),
        fc.date({ min: new Date("2026-01-01"), max: new Date("2040-01-01"), noInvalidDate: true }),
        async (fee, count, first) => {
          const due = first.toISOString().slice(0, 10);
          const [sums] = await fixtures.sql`
            select sum(amount) = ${fee}::numeric / 100 as exact, count(*)::integer as count,
              max(amount) - min(amount) <= 0.01 as equal, min(amount) >= 0.01 as paid,
              bool_and(amount = round(amount, 2)) as whole,
              array_agg(amount order by instalment) = array_agg(amount order by amount desc, instalment)
                as first_carry,
              bool_and(due_on = ${due}::date + make_interval(months => instalment - 1)) as monthly
            from private.fee_instalments(${fee}::numeric / 100, ${count}, ${due})`;
          expect(sums).toEqual({
            exact: true,
            count,
            equal: true,
            paid: true,
            whole: true,
            first_carry: true,
            monthly: true,
          });
        },
      ),
      { numRuns: 100 },
    );
  });

  test("are due on the last day of shorter months, and on the first due day again afterwards", async () => {
    const rows = await fixtures.sql`
      select amount::text, due_on::text from private.fee_instalments(100, 3, '2027-01-31')`;
    expect([...rows]).toEqual([
      { amount: "33.34", due_on: "2027-01-31" },
      { amount: "33.33", due_on: "2027-02-28" },
      { amount: "33.33", due_on: "2027-03-31" },
    ]);
  });

  test("go from the offer into the contract with their words", async () => {
    const plan = {
      payment_plan: "pix",
      instalments: 3,
      payment_method: "Pix em 3 parcelas mensais",
    };
    const offered = await fixtures.offered(plan);
    const { offer } = await fixtures.track(offered.secret_hash);
    expect(offer).toMatchObject({
      paymentPlan: "pix",
      paymentMethod: "Pix em 3 parcelas mensais",
      instalments: [
        { instalment: 1, amount: 540.15, dueOn: day(19) },
        { instalment: 2, amount: 540.15 },
        { instalment: 3, amount: 540.15 },
      ],
    });
    await fixtures.accept(offered);
    const [contract] = await fixtures.sql`
      select payment_plan, instalments, payment_method from public.contracts`;
    expect(contract).toEqual(plan);
    const job = Object(await fixtures.call("claim_document_job", {}));
    expect(job.instalments).toEqual(offer?.instalments);
    const owed = await fixtures.sql`
      select instalment, amount::float, due_on::text as "dueOn" from public.charges order by instalment`;
    expect([...owed]).toEqual(offer?.instalments);
  });
});

describe("a payment plan", () => {
  test.each([
    [
      "more instalments than months",
      { months: 2, reference_value: 3601, instalments: 3, fee: 288.08 },
      "instalments",
      "offers_instalments_within_term",
    ],
    [
      "an instalment after the end",
      { months: 3, reference_value: 5401.5, instalments: 3, fee: 432.12, fee_due_on: day(50) },
      "fee_due_on",
      "offers_instalments_within_term",
    ],
    [
      "a due date after the end",
      { months: 1, reference_value: 1800.5, fee: 150, fee_due_on: day(60) },
      "fee_due_on",
      "offers_instalments_within_term",
    ],
    [
      "a due date in the past",
      { fee_due_on: day(-1) },
      "fee_due_on",
      "offers_valid_before_start_and_due",
    ],
  ])(
    "is refused with %s, beside the field and by the table itself",
    async (_what, changes, field, name) => {
      const amounts = { cover_limit: 100, ...changes };
      expect(await refusal(amounts)).toMatchObject({ code: "PT422", field });
      expect(await constraint(amounts)).toBe(name);
    },
  );

  test.each([
    [
      "instalments that somebody else collects",
      { payment_plan: "other", payment_method: words, instalments: 2 },
      "offers_instalments_are_pix",
    ],
    [
      "instalments of less than a cent",
      { instalments: 3, fee: 0.02 },
      "offers_instalments_are_pix",
    ],
    [
      "another plan without the collector",
      { payment_plan: "other", payment_method: "Boleto" },
      "offers_other_plan_names_collector",
    ],
    ["an unknown plan", { payment_plan: "card" }, "offers_payment_plan_check"],
    ["thirteen instalments", { instalments: 13 }, "offers_instalments_check"],
  ])("is refused with %s", async (_what, changes, name) => {
    expect(await refusal(changes)).not.toBeNull();
    expect(await constraint(changes)).toBe(name);
  });

  test("may be another one in the words that name the collector, and then has no Pix code", async () => {
    const offered = await fixtures.offered({ payment_plan: "other", payment_method: words });
    expect((await fixtures.track(offered.secret_hash)).offer).toMatchObject({
      paymentPlan: "other",
      paymentMethod: words,
    });
    await fixtures.accept(offered);
    const [owed] = await fixtures.sql`
      select txid, private.fee_to_pay(contract_id) as fee from public.charges`;
    expect(owed).toMatchObject({ txid: null, fee: { txid: null, paymentMethod: words } });
  });
});

test.each([
  ["contracts_instalments_are_pix", { payment_plan: "other", instalments: 2 }],
  ["contracts_instalments_within_term", { contract_duration_months: 2, instalments: 3 }],
])("a contract keeps the rule %s", async (constraint_name, changes) => {
  await fixtures.accept(await fixtures.offered());
  const { sql } = fixtures;
  await expect(sql`update public.contracts set ${sql(changes)}`).rejects.toMatchObject({
    constraint_name,
  });
});

describe("the validity of an offer", () => {
  test.each([
    ["on the day of the start", { start_date: day(3), valid_until: endOf(day(3)) }],
    ["after the first due date", { fee_due_on: day(3), valid_until: endOf(day(4)) }],
  ])("never ends %s", async (_what, changes) => {
    expect(await refusal(changes)).toMatchObject({ code: "23514" });
    expect(await constraint(changes)).toBe("offers_valid_before_start_and_due");
  });

  test("ends at the latest on the day before the start and on the first due date", async () => {
    expect(await refusal({ start_date: day(3), valid_until: endOf(day(2)) })).toBeNull();
    expect(await refusal({ fee_due_on: day(3), valid_until: endOf(day(3)) })).toBeNull();
    const offered = await fixtures.offered({ start_date: day(1), valid_until: endOf(day(0)) });
    await fixtures.sql`
      update public.offers set created_at = now() - interval '2 days',
        valid_until = valid_until - interval '1 day'`;
    expect(await fixtures.accept(offered)).toEqual({ outcome: "expired" });
    expect(await fixtures.count("public.contracts")).toBe(0);
  });
});

describe("a start that is not after today", () => {
  const past = { start_date: day(-20), fee_due_on: day(5), valid_until: endOf(day(5)) };

  test.each([
    ["in the past", day(-20)],
    ["today", day(0)],
  ])("is refused without a reason when it is %s", async (_when, start_date) => {
    for (const past_start_reason of [undefined, null, "  curto   "]) {
      expect(await refusal({ ...past, start_date, past_start_reason })).toMatchObject({
        code: "PT422",
        field: "past_start_reason",
      });
    }
    expect(await constraint({ ...past, start_date })).toBe("offers_valid_before_start_and_due");
    expect(await constraint({ ...past, start_date, past_start_reason: reason })).toBeNull();
    expect(await constraint({ ...past, start_date, past_start_reason: "curto" })).toBe(
      "offers_past_start_reason_check",
    );
  });

  test("has a reason that the applicant reads, and lets the offer be valid until the due date", async () => {
    const offered = await fixtures.offered({ ...past, past_start_reason: ` ${reason} ` });
    expect((await fixtures.track(offered.secret_hash)).offer).toMatchObject({
      startDate: past.start_date,
      pastStartReason: reason,
    });
    expect(await fixtures.accept(offered)).toMatchObject({ outcome: "accepted" });
  });

  test("is no cause to be valid after the first due date", async () => {
    const late = { ...past, past_start_reason: reason, valid_until: endOf(day(6)) };
    expect(await refusal(late)).toMatchObject({ code: "23514" });
  });

  test("needs no reason, and keeps none, when it is tomorrow", async () => {
    const soon = { start_date: day(1), valid_until: endOf(day(0)), past_start_reason: reason };
    const offered = await fixtures.offered(soon);
    expect((await fixtures.track(offered.secret_hash)).offer).not.toHaveProperty("pastStartReason");
  });
});

test.each([
  ["2026-12-01", 12, "2027-11-30"],
  ["2026-12-15", 1, "2027-01-14"],
  ["2027-01-31", 1, "2027-02-27"],
  ["2027-03-01", 12, "2028-02-29"],
  ["2027-08-31", 6, "2028-02-28"],
])("an offer from %s for %i months ends on %s", async (start_date, months, end) => {
  const { id } = await fixtures.request();
  const offer = fixtures.draft(id, { start_date, months });
  expect(await fixtures.call("draft_offer", { offer })).toMatchObject({ endDate: end });
});
