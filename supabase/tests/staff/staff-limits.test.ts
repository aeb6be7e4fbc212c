import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { callFunction } from "../support/call-api.ts";
import type { PersonaName } from "../support/personas.ts";
import { type TestStack, testStack } from "../support/test-stack.ts";

let stack: TestStack;
beforeAll(async () => {
  stack = await testStack();
}, 60_000);
afterAll(() => stack.close());
beforeEach(async () => {
  await stack.sql`
    update private.staff_settings
    set second_person_above = 5000, fee_range_percent = 20, account_wait_days = 2,
      rent_warns_percent = 30, rent_second_percent = 40, version = 0`;
});

const call = (name: string, args: Record<string, unknown> = {}, as: PersonaName = "staff") =>
  callFunction(stack, stack.personas[as], name, args);
const former = {
  secondPersonAbove: 5000,
  feeRangePercent: 20,
  accountWaitDays: 2,
  rentWarnsPercent: 30,
  rentSecondPercent: 40,
};
const next = {
  secondPersonAbove: 2000,
  feeRangePercent: 10,
  accountWaitDays: 3,
  rentWarnsPercent: 25,
  rentSecondPercent: 35,
};

test("a change of the limits is applied at once and recorded with former and new values", async () => {
  expect((await call("staff_limits")).json).toMatchObject({ ...former, version: 0 });
  const changed = await call("set_staff_settings", { wanted: next, version: 0 });
  expect(changed.json).toEqual({ changed: true, version: 1 });
  const { json } = await call("staff_limits");
  expect(json).toMatchObject({ ...next, version: 1, changes: [{ from: former, to: next }] });
  const same = await call("set_staff_settings", { wanted: next, version: 1 });
  expect(same.json).toEqual({ changed: false, version: 1 });
});

test("a change made from an older version is refused", async () => {
  await call("set_staff_settings", { wanted: next, version: 0 });
  const late = await call("set_staff_settings", { wanted: former, version: 0 }, "other staff");
  expect(late).toMatchObject({ status: 409, json: { code: "PT409" } });
  expect((await call("staff_limits")).json).toMatchObject(next);
});

test.each<[field: string, value: unknown]>([
  ["secondPersonAbove", -1],
  ["secondPersonAbove", "5000,50"],
  ["feeRangePercent", 101],
  ["accountWaitDays", 1],
  ["accountWaitDays", null],
  ["rentWarnsPercent", 0],
  ["rentSecondPercent", 101],
  // Below the share that warns.
  ["rentSecondPercent", 24],
])("the limit %s refuses %s beside its field", async (field, value) => {
  const { status, json } = await call("set_staff_settings", {
    wanted: { ...next, [field]: value },
    version: 0,
  });
  expect(status).toBe(422);
  expect(json).toMatchObject({ code: "PT422", details: field });
});

test("members without the right owner read the limits, but neither the changes nor a form's effect", async () => {
  const { userId } = stack.personas["other staff"];
  await stack.sql`delete from public.staff_rights where user_id = ${userId} and name = 'owner'`;
  expect((await call("staff_limits", {}, "other staff")).json).toMatchObject({
    ...former,
    changes: null,
  });
  const refused = await call("set_staff_settings", { wanted: next, version: 0 }, "other staff");
  expect(refused).toMatchObject({ status: 403, json: { code: "PT403" } });
  const [denied] = await stack.sql`
    select count(*)::int as count from public.audit_trail
    where actor = ${userId} and action = 'set-staff-settings' and outcome = 'denied'`;
  expect(denied).toEqual({ count: 1 });
});
