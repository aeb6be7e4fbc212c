import { expect, test } from "vitest";
import { z } from "zod";
import { claimTimesSchema } from "#contracts/claims/claim-times.ts";
import { actAs, callAsConnected } from "../support/act-as.ts";
import { claimFixtures } from "../support/claim-fixtures.ts";
import { deleteContracts } from "../support/delete-contracts.ts";

const { fixtures, as, asStaff, guaranteed, open, heard, decide, pay } = claimFixtures();

const foundSchema = z.array(z.looseObject({ kind: z.string() }));
const find = async (search: string) =>
  foundSchema.parse(
    await actAs(fixtures.sql, { role: "authenticated", userId: fixtures.staffId }, (sql) =>
      callAsConnected(sql, "find_cases", { search }),
    ),
  );
const figures = async () =>
  claimTimesSchema.parse(await fixtures.call("published_claim_figures", {}));
const day = async (days: number) => {
  const [row] =
    await fixtures.sql`select (private.today_in_brasilia() + ${days}::integer)::text as day`;
  return String(row?.["day"]);
};

test("a contract tells staff alone of its claims, and a claim is found by protocol and by its tenant", async () => {
  const contract = await guaranteed(5000);
  const claim = await open(contract);
  expect(await asStaff("contract_claims", { contract_id: contract.id })).toEqual({
    claims: [
      { id: claim.id, protocol: claim.protocol, stage: "evidence", isOverdue: false, asked: 1000 },
    ],
    limits: [expect.objectContaining({ contractId: contract.id, limit: 5000, left: 5000 })],
    mayClaim: true,
  });
  expect(await as(contract.user, "contract_claims", { contract_id: contract.id })).toMatchObject({
    code: "42501",
  });
  await expect(
    asStaff("contract_claims", { contract_id: crypto.randomUUID() }),
  ).rejects.toMatchObject({ code: "PT404" });
  const [known] = await fixtures.sql`
    select tenant_name, landlord_name from public.contracts where id = ${contract.id}`;
  const found = {
    kind: "claim",
    id: claim.id,
    title: known?.["tenant_name"],
    number: claim.protocol,
    about: known?.["landlord_name"],
  };
  expect(await find(claim.protocol.toLowerCase())).toEqual([found]);
  expect(await find(String(known?.["tenant_name"]))).toContainEqual(found);
  expect(await find("PA-2026-00000000")).toEqual([]);
});

test("the promised days are published from five claims on, and one that still waits counts as late", async () => {
  await deleteContracts(fixtures.sql);
  expect(await figures()).toEqual({ decided: null, paid: null });
  for (let decided = 0; decided < 5; decided += 1) {
    expect((await figures()).decided).toBeNull();
    // oxlint-disable-next-line no-await-in-loop -- each is a contract of its own, one after the other
    const claim = await heard(await guaranteed(), 800);
    // oxlint-disable-next-line no-await-in-loop
    await fixtures.sql`
      update public.claims set opened_at = opened_at - 4 * interval '1 day',
        decide_by = ${await day(decided === 0 ? -1 : 1)}
      where id = ${claim.id}`;
    // oxlint-disable-next-line no-await-in-loop
    await decide(claim, [800]);
    // oxlint-disable-next-line no-await-in-loop
    if (decided > 0) await pay(claim.id);
  }
  expect(await figures()).toEqual({
    decided: { count: 5, inTime: 4, medianDays: 4 },
    paid: null,
  });
  const waiting = await heard(await guaranteed(), 100);
  await fixtures.sql`
    update public.claims set decide_by = ${await day(-1)} where id = ${waiting.id}`;
  expect((await figures()).decided).toMatchObject({ count: 6, inTime: 4 });
});
