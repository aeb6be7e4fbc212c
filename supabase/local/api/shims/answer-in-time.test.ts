import { expect, test } from "vitest";
import { answerInTime } from "./answer-in-time.ts";

const request = new Request("http://127.0.0.1/rest/v1/contracts");

test("an answer in time is passed on", async () => {
  const answer = new Response("ok");
  expect(await answerInTime(1000)(request, async () => answer)).toBe(answer);
});

test("a request that is never answered ends with 503", async () => {
  const response = await answerInTime(10)(request, () => new Promise(() => undefined));
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({ code: "PGRST003" });
});
