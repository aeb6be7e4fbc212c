// @module-tag full
import { afterAll, beforeAll, expect, test } from "vitest";
import { callApi, callFunction, type Answer } from "../../tests/support/call-api.ts";
import { ownTestStack, type TestStack } from "../../tests/support/test-stack.ts";
import { databaseOutage } from "../../tests/support/database-outage.ts";
import { mayPrint } from "../../../tests/support/runner/printed-problems.ts";

let stack: TestStack;
beforeAll(async () => {
  stack = await ownTestStack();
}, 60_000);
afterAll(() => stack.close());

const readContract = () =>
  callApi(stack, stack.personas.tenant, "/rest/v1/contracts?select=contract_number");
const listSimulations = () => callFunction(stack, stack.personas.staff, "list_simulations");

/** Error code with which the API answers after it has waited too long for the database. */
const timedOut = "PGRST003";

/**
 * Repeats an HTTP request until the returned function is called. That function returns the error codes of all answers.
 */
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

test("API requests do not hang while the database restarts, and succeed afterwards", async () => {
  mayPrint(...databaseOutage);
  for (let restart = 0; restart < 4; restart += 1) {
    const stops = [readContract, listSimulations, readContract, listSimulations].map(keepAsking);
    await stack.database.stop();
    await stack.database.start();
    const codes = (await Promise.all(stops.map((stop) => stop()))).flat();
    expect(codes).not.toContain(timedOut);
    // The API has fewer than 30 database connections, so these HTTP requests use all of them. A connection that is
    // still lost would fail a request.
    const answers = await Promise.all(Array.from({ length: 30 }, () => readContract()));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  }
});

test("functions answer 503 when the functions process is not running", async () => {
  const answer = await callApi(stack, stack.personas.visitor, "/functions/v1/deliver-mail");
  expect(answer).toMatchObject({ status: 503, json: { code: "BOOT_ERROR" } });
});
