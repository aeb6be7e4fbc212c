// @module-tag full
import { afterAll, beforeAll, expect, test } from "vitest";
import { callApi, callFunction, type Answer } from "../../tests/support/call-api.ts";
import { ownTestStack, type TestStack } from "../../tests/support/test-stack.ts";
import { databaseAway } from "../../tests/support/database-away.ts";
import { mayPrint } from "../../../tests/support/runner/printed-problems.ts";

let stack: TestStack;
beforeAll(async () => {
  stack = await ownTestStack();
}, 60_000);
afterAll(() => stack.close());

const readContract = () =>
  callApi(stack, stack.personas.tenant, "/rest/v1/contracts?select=contract_number");
const listSimulations = () => callFunction(stack, stack.personas.staff, "list_simulations");

/** What the API says when it has waited in vain for its database. */
const timedOut = "PGRST003";

/** Keeps asking until told to stop; gives the code of every answer that refused. */
function keepAsking(ask: () => Promise<Answer>) {
  const codes: unknown[] = [];
  let isOver = false;
  const asked = (async () => {
    while (!isOver) codes.push(Object((await ask()).json).code);
  })();
  return async () => {
    isOver = true;
    await asked;
    return codes;
  };
}

test("a restart of the database keeps nobody waiting, and is forgotten afterwards", async () => {
  mayPrint(...databaseAway);
  for (let restart = 0; restart < 4; restart += 1) {
    const stops = [readContract, listSimulations, readContract, listSimulations].map(keepAsking);
    await stack.database.stop();
    await stack.database.start();
    const codes = (await Promise.all(stops.map((stop) => stop()))).flat();
    expect(codes).not.toContain(timedOut);
    // More than the API has connections: none of them may have been lost.
    const answers = await Promise.all(Array.from({ length: 30 }, () => readContract()));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  }
});

test("functions answer 503 while there is no functions process", async () => {
  const answer = await callApi(stack, stack.personas.visitor, "/functions/v1/deliver-mail");
  expect(answer).toMatchObject({ status: 503, json: { code: "BOOT_ERROR" } });
});
