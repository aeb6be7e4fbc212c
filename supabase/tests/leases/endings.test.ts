import { beforeEach, expect, test } from "vitest";
import { endingFixtures } from "../support/ending-fixtures.ts";

const {
  fixtures,
  signed,
  as,
  asStaff,
  regret,
  byLink,
  day,
  ask,
  confirm,
  stateOf,
  dues,
  pay,
  queued,
} = endingFixtures();
const address_hash = "a".repeat(64);

beforeEach(async () => {
  await fixtures.sql`delete from private.kept_content`;
});

const nextBusinessDay = async () => {
  const [row] = await fixtures.sql`
    select private.next_business_day(private.today_in_brasilia())::text as day`;
  return String(row?.["day"]);
};

test("on day six a paid fee is to go back, the letter is revoked, and both are told at once", async () => {
  const contract = await signed({ daysAgo: 6 });
  await pay(contract);
  const id = crypto.randomUUID();
  const first = await regret(contract, id);
  expect(first).toEqual({
    outcome: "regretted",
    protocol: expect.stringMatching(/^EN-\d{4}-[0-9A-F]{8}$/),
    refund: { amount: 1620.45, dueOn: await nextBusinessDay() },
  });
  expect(await regret(contract, id)).toEqual(first);
  expect(await byLink(contract, id)).toEqual(first);
  expect(await regret(contract)).toEqual({ outcome: "closed" });
  expect(await stateOf(contract)).toEqual({
    status: "cancelled",
    ends_on: null,
    close_reason: null,
    kind: "regret",
    letter: "revoked",
    endings: ["regret confirmed"],
  });
  expect(await dues(contract)).toEqual(["fee cancelled", "refund"]);
  expect(await queued()).toEqual(["contract-regretted", "ending-notice", "refund-due"]);
  const [letter] =
    await fixtures.sql`select code from public.letters where contract_id = ${contract.id}`;
  const verified = await fixtures.call("verify_letter", { code: letter?.["code"], address_hash });
  expect(verified).toMatchObject({ state: "revoked", ending: "regret", closedOn: await day(0) });
  expect(await fixtures.track(contract.secret_hash)).toMatchObject({
    contract: { ending: "regret", refund: first?.["refund"], endedOn: await day(0) },
  });
});

test("a withdrawal cancels the unpaid fee and the letter that is being made", async () => {
  const contract = await signed();
  expect(await byLink(contract)).toMatchObject({ outcome: "regretted" });
  expect(await dues(contract)).toEqual(["fee cancelled"]);
  expect(await fixtures.count("public.document_jobs")).toBe(0);
  expect(await fixtures.call("claim_document_job", {})).toBeNull();
});

test.each([
  [7, "regretted"],
  [8, "late"],
])("on day %i the answer is %s, and the page knows", async (daysAgo, outcome) => {
  const contract = await signed({ daysAgo });
  const until = daysAgo === 7 ? await day(0) : undefined;
  expect((await fixtures.track(contract.secret_hash)).contract?.regretUntil).toBe(until);
  expect(await as(contract.user, "my_ending", { contract_id: contract.id })).toEqual({
    regretUntil: until ?? null,
    ending: null,
  });
  expect(await regret(contract)).toMatchObject({ outcome });
});

test("the days that the terms had at the acceptance hold, whatever is published later", async () => {
  const keep = (days: unknown) =>
    fixtures.call("keep_content", { content: { rules: { withdrawalDays: days } } });
  await keep(14);
  const contract = await signed({ daysAgo: 14 });
  await keep(3);
  const short = await signed({ daysAgo: 7 });
  await keep("muitos");
  expect(await regret(contract)).toMatchObject({ outcome: "regretted" });
  expect(await regret(short)).toMatchObject({ outcome: "regretted" });
});

test("only its tenant withdraws from a contract, and staff cannot undo it", async () => {
  const [contract, other] = [await signed(), await signed()];
  const refused = { code: "42501" };
  expect(await regret({ ...contract, user: other.user })).toMatchObject(refused);
  expect(
    await as(fixtures.staffId, "regret_contract", {
      contract_id: contract.id,
      ending_id: crypto.randomUUID(),
    }),
  ).toMatchObject(refused);
  expect(await byLink({ ...contract, secret_hash: "b".repeat(64) })).toBeNull();
  await regret(contract);
  expect(await asStaff("undo_closing", { contract_id: contract.id })).toMatchObject({
    changed: false,
  });
  // A form's id that one contract has used is refused for another contract.
  const [made] = await fixtures.sql`select id from public.contract_endings`;
  await expect(regret(other, String(made?.["id"]))).rejects.toMatchObject({ code: "PT409" });
  expect((await stateOf(other))["status"]).toBe("active");
});

test("an ending waits for staff, who end it as of the day of the keys", async () => {
  const contract = await signed({ daysAgo: 60 });
  const { ending_id, answer } = await ask(contract, { keys_on: await day(-3) });
  expect(answer).toMatchObject({ outcome: "asked", protocol: expect.stringMatching(/^EN-/) });
  expect(await stateOf(contract)).toMatchObject({ status: "active", letter: "in_force" });
  expect(await queued()).toEqual(["ending-news", "ending-notice"]);
  const [listed] = await fixtures.sql`
    select private.is_ending(${contract.id}) as ending`;
  expect(listed).toEqual({ ending: true });
  expect(await asStaff("confirm_ending", { ending_id })).toEqual({
    changed: false,
    status: "asked",
    why: "waits",
    until: await day(5),
  });
  expect(await confirm(ending_id)).toEqual({ changed: true, status: "ended" });
  expect(await stateOf(contract)).toEqual({
    status: "ended",
    ends_on: await day(-3),
    // The tenant's reason is not stored in this column, because a mail quotes the column.
    close_reason: null,
    kind: "moved-out",
    letter: "ended",
    endings: ["moved-out confirmed"],
  });
  expect(await queued()).toEqual(["contract-ended", "ending-news", "ending-notice"]);
  expect(await asStaff("confirm_ending", { ending_id })).toEqual({
    changed: false,
    status: "confirmed",
  });
});

test("a contract whose keys are still to come ends by the schedule, on the day after", async () => {
  const contract = await signed({ daysAgo: 60 });
  const { ending_id } = await ask(contract, { keys_on: await day(2), kind: "end-of-lease" });
  expect(await confirm(ending_id)).toEqual({ changed: true, status: "coming" });
  await fixtures.sql`select public.run_schedule()`;
  expect(await stateOf(contract)).toMatchObject({
    status: "active",
    letter: "in_force",
    kind: null,
  });
  // The tenant cannot withdraw an ending that staff have confirmed.
  expect(await as(contract.user, "withdraw_ending", { ending_id })).toEqual({
    outcome: "confirmed",
  });
  await fixtures.sql`update public.contract_endings set keys_on = private.today_in_brasilia() - 1`;
  await fixtures.sql`select public.run_schedule()`;
  await fixtures.sql`select public.run_schedule()`;
  expect(await stateOf(contract)).toMatchObject({
    status: "ended",
    ends_on: await day(-1),
    kind: "end-of-lease",
  });
  expect((await queued()).filter((template) => template === "contract-ended")).toHaveLength(1);
  expect(await asStaff("withdraw_ending", { ending_id })).toEqual({ outcome: "confirmed" });
});

test("it can be taken back until it is confirmed, and asked for again", async () => {
  const contract = await signed({ daysAgo: 60 });
  const { ending_id } = await ask(contract);
  expect((await ask(contract)).answer).toEqual({ outcome: "open" });
  expect(await as(contract.user, "withdraw_ending", { ending_id })).toEqual({
    outcome: "withdrawn",
  });
  expect(await as(contract.user, "withdraw_ending", { ending_id })).toEqual({
    outcome: "withdrawn",
  });
  expect(await asStaff("confirm_ending", { ending_id })).toEqual({
    changed: false,
    status: "withdrawn",
  });
  expect((await ask(contract)).answer).toMatchObject({ outcome: "asked" });
});

test("before its start it is cancelled, without keys, and what was paid goes back", async () => {
  const contract = await signed({ daysAgo: 20, startsIn: 10 });
  await pay(contract);
  await expect(ask(contract)).rejects.toMatchObject({ code: "PT422" });
  const { ending_id } = await ask(contract, { kind: "cancelled-before-start" });
  expect(await asStaff("confirm_ending", { ending_id })).toEqual({
    changed: true,
    status: "ended",
  });
  expect(await stateOf(contract)).toMatchObject({
    status: "cancelled",
    ends_on: null,
    kind: "cancelled-before-start",
    letter: "revoked",
  });
  expect(await dues(contract)).toEqual(["fee cancelled", "refund"]);
});

test.each([
  ["no reason of an other kind", { kind: "other", reason: "" }],
  ["a kind that is not the tenant's to say", { kind: "regret" }],
  ["no such kind", { kind: "x" }],
  ["keys before the start", { keys_on: "2020-01-01" }],
  ["keys after the end", { keys_on: "2099-01-01" }],
])("%s is refused with words", async (_what, changes) => {
  await expect(ask(await signed({ daysAgo: 60 }), changes)).rejects.toMatchObject({
    code: "PT422",
  });
});

test("staff begin one for somebody, ask about it, and a stranger does none of it", async () => {
  const [contract, other] = [await signed({ daysAgo: 60 }), await signed({ daysAgo: 60 })];
  expect((await ask(contract, {}, other.user)).answer).toMatchObject({ code: "42501" });
  const { ending_id } = await ask(contract, {}, fixtures.staffId);
  const [row] = await fixtures.sql`select asked_by from public.contract_endings`;
  expect(row).toEqual({ asked_by: "staff" });
  // Staff get no notice (ending-notice) about an ending that staff requested.
  expect(await queued()).toEqual(["ending-news"]);
  for (const [name, args] of [
    ["withdraw_ending", { ending_id }],
    ["confirm_ending", { ending_id }],
    ["ask_about_ending", { ending_id, question: "Qual é o dia?" }],
  ] as const) {
    expect(await as(other.user, name, args)).toMatchObject({ code: "42501" });
  }
  expect(await as(other.user, "my_ending", { contract_id: contract.id })).toBeNull();
  const question = { ending_id, question: "Quem recebeu as chaves?" };
  expect(await asStaff("ask_about_ending", question)).toEqual({ changed: true });
  expect(await asStaff("ask_about_ending", question)).toEqual({ changed: false });
  expect(await as(contract.user, "my_ending", { contract_id: contract.id })).toMatchObject({
    ending: { question: "Quem recebeu as chaves?", asked_by: "staff" },
  });
});

test("the receipt of the keys comes once per file, and stays once the ending was confirmed by it", async () => {
  const [contract, other] = [await signed({ daysAgo: 60 }), await signed()];
  const { ending_id } = await ask(contract);
  const open = (holder: string) =>
    fixtures.call("open_proof_upload", { holder, secret_hash: null, ending_id, address_hash });
  const receive = (file: string, sha: string, holder = contract.user) =>
    fixtures.call("receive_proof", {
      holder,
      secret_hash: null,
      ending_id,
      file_path: `${contract.id}/${file}.pdf`,
      file_type: "application/pdf",
      file_sha256: sha.repeat(64),
    });
  expect(await open(other.user)).toBeNull();
  expect(await receive("a", "a", other.user)).toBeNull();
  expect(await open(contract.user)).toMatchObject({ isOpen: true });
  expect(await receive("a", "a")).toEqual({ isKept: true, changed: true });
  expect(await receive("b", "a")).toEqual({ isKept: true, changed: false });
  expect(await receive("c", "c")).toEqual({
    isKept: true,
    changed: true,
    replaced: `${contract.id}/a.pdf`,
  });
  await confirm(ending_id);
  expect(await receive("d", "d")).toEqual({ isKept: false, changed: false });
  const [said] = await fixtures.sql`select proof_id from public.handover_statements`;
  const document_id = String(said?.["proof_id"]);
  expect(await asStaff("view_document", { document_id })).toEqual({
    path: `${contract.id}/c.pdf`,
  });
  expect(await as(contract.user, "view_document", { document_id })).toMatchObject({
    code: "42501",
  });
});

test("staff's own closing has its kind, ends what was asked for, and is undone with it", async () => {
  const { sql } = fixtures;
  const contract = await signed({ daysAgo: 60 });
  await sql`update private.staff_settings set undo_seconds = 30`;
  await ask(contract);
  await sql`delete from public.outgoing_mail`;
  const close = {
    contract_id: contract.id,
    status: "cancelled",
    reason: "A taxa não foi paga",
    kind: "unpaid",
  };
  expect(await asStaff("close_contract", close)).toMatchObject({ changed: true });
  expect(await stateOf(contract)).toMatchObject({ kind: "unpaid", endings: ["unpaid confirmed"] });
  expect(await dues(contract)).toEqual(["fee cancelled"]);
  expect(await asStaff("undo_closing", { contract_id: contract.id })).toMatchObject({
    changed: true,
  });
  expect(await stateOf(contract)).toMatchObject({
    status: "active",
    kind: null,
    endings: ["unpaid asked"],
  });
  expect(await dues(contract)).toEqual(["fee"]);
  const [letter] = await sql`select code from public.letters where contract_id = ${contract.id}`;
  await asStaff("close_contract", close);
  const verified = await fixtures.call("verify_letter", { code: letter?.["code"], address_hash });
  // A person who checks the letter does not learn that the tenant did not pay.
  expect(JSON.stringify(verified)).not.toContain("unpaid");
});
