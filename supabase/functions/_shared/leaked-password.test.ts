import { describe, expect, it } from "vitest";
import { createLeakCheck } from "./leaked-password.ts";

/** SHA-1 of "password": 5BAA6 1E4C9B93F3F0682250B6CF8331B7EE68FD8. */
const known = "1E4C9B93F3F0682250B6CF8331B7EE68FD8";
const url = "https://leaks.invalid/range";

function leaks(answer: () => Response) {
  const asked: string[] = [];
  const ask: typeof fetch = async (input) => {
    asked.push(input instanceof Request ? input.url : String(input));
    return answer();
  };
  return { asked, isLeaked: createLeakCheck(url, ask) };
}

describe("the leak check", () => {
  it("sends five characters of the hash and finds the rest", async () => {
    const { asked, isLeaked } = leaks(() => new Response(`00AA:1\r\n${known}:52\r\n`));
    expect(await isLeaked("password")).toBe(true);
    expect(asked).toEqual([`${url}/5BAA6`]);
  });

  it("takes padding for nothing", async () => {
    expect(await leaks(() => new Response(`${known}:0`)).isLeaked("password")).toBe(false);
  });

  it.each([
    ["an outage", () => new Response(known, { status: 503 })],
    [
      "no network",
      () => {
        throw new TypeError("network");
      },
    ],
  ])("lets people sign up during %s", async (_what, answer) => {
    expect(await leaks(answer).isLeaked("password")).toBe(false);
  });

  it("asks nobody without an address", async () => {
    expect(await createLeakCheck(undefined)("password")).toBe(false);
  });
});
