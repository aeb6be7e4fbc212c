// @module-tag full
import { expect, test } from "vitest";
import { callAsService } from "../support/act-as.ts";
import { type Signed, endingFixtures } from "../support/ending-fixtures.ts";

const { fixtures, signed, as, asStaff, regret, day, ask, stateOf, dues, pay, queued } =
  endingFixtures();
const many = 100;
/** Starts all calls at once in a random order, so that any call may come first. */
const shuffled = <T>(calls: (() => Promise<T>)[]) =>
  Promise.all(calls.toSorted(() => Math.random() - 0.5).map((run) => run()));

test("a hundred regrets and a hundred endings at once of one contract have one outcome", async () => {
  const contract = await signed({ daysAgo: 3 });
  await pay(contract);
  const answers = await shuffled([
    ...Array.from({ length: many }, () => () => regret(contract)),
    ...Array.from({ length: many }, () => async () => (await ask(contract)).answer),
  ]);
  expect(answers.filter((answer) => answer?.["outcome"] === "regretted")).toHaveLength(1);
  expect(await stateOf(contract)).toMatchObject({ status: "cancelled", kind: "regret" });
  expect(await dues(contract)).toEqual(["fee cancelled", "refund"]);
  expect((await queued()).filter((template) => template === "contract-regretted")).toHaveLength(1);
});

test("twenty contracts, a hundred calls at once: staff, schedule, tenant and confirmation end each once", async () => {
  const { sql } = fixtures;
  const contracts: (Signed & { ending_id: string })[] = [];
  for (let made = 0; made < 20; made += 1) {
    const contract = await signed({ daysAgo: 5 });
    contracts.push({
      ...contract,
      ending_id: (await ask(contract, { keys_on: await day(0) })).ending_id,
    });
  }
  await sql`delete from public.outgoing_mail`;
  await shuffled(
    contracts.flatMap((contract) => [
      () => asStaff("confirm_ending", { ending_id: contract.ending_id }),
      () =>
        asStaff("close_contract", {
          contract_id: contract.id,
          status: "ended",
          reason: "Chaves entregues",
        }),
      () => regret(contract),
      () => as(contract.user, "withdraw_ending", { ending_id: contract.ending_id }),
      async () => void (await fixtures.call("run_schedule", {})),
    ]),
  );
  const wrong = await sql`
    select contract.id from public.contracts as contract
    where contract.status = 'active'
      or (
        select count(*) from public.contract_endings as ending
        where ending.contract_id = contract.id and ending.status in ('asked', 'confirmed')
      ) <> 1
      or (contract.status = 'cancelled') <> (private.ending_kind(contract) = 'regret')
      or (
        select count(*) from public.outgoing_mail as mail
        where mail.contract_id = contract.id
          and mail.template in ('contract-ended', 'contract-regretted')
      ) <> 1`;
  expect([...wrong]).toEqual([]);
});

test("a correction that is accepted while its contract ends makes no letter any more", async () => {
  const { sql } = fixtures;
  for (let round = 0; round < 20; round += 1) {
    const contract = await signed({ daysAgo: 3 });
    await sql`update public.document_jobs set status = 'done' where contract_id = ${contract.id}`;
    const correction_id = crypto.randomUUID();
    await sql`
      insert into private.contract_corrections (id, contract_id, status, reason, former, wanted)
      select ${correction_id}, contract.id, 'waiting', 'Número errado', private.printed_of(contract),
        private.printed_of(contract) || '{"property_address": "Rua Nova, 10, Maringá, PR"}'
      from public.contracts as contract where contract.id = ${contract.id}`;
    const outcomes = await shuffled<unknown>([
      () =>
        callAsService(sql, "accept_correction", {
          correction_id,
          full_name: "Ana Márcia da Conceição",
          account: contract.user,
          address_hash: `${round}`.padStart(64, "b"),
          user_agent: "Navegador",
        }),
      () => regret(contract),
    ]);
    expect(outcomes).toContainEqual(expect.objectContaining({ outcome: "regretted" }));
    const [left] = await sql`
      select contract.status, (
        select count(*)::integer from public.document_jobs as job
        where job.contract_id = contract.id and job.status <> 'done'
      ) as jobs
      from public.contracts as contract where contract.id = ${contract.id}`;
    expect(left).toEqual({ status: "cancelled", jobs: 0 });
  }
});
