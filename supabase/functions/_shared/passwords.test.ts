import { describe, expect, it } from "vitest";
import { createLeakCheck, isCommonPassword } from "./passwords.ts";

const isCommon = (password: string) => isCommonPassword(password, "joana.prado@exemplo.com.br");

describe("a common password", () => {
  it.each([
    "123456789012",
    "qwerty123456",
    "Flamengo2024!",
    "p@ssw0rd2026!",
    "senhasenhasenha",
    "Payser-202611",
    "joana.prado123",
    "aaaaaaaaaaaa",
    "Imobiliária2026",
  ])("%s is refused", async (password) => {
    expect(await isCommon(password)).toBe(true);
  });

  it.each(["cavalo bateria grampo", "xK9#mQ2$vL7p", "o gato dorme às sete", "trovão-lilás-41"])(
    "%s is accepted",
    async (password) => {
      expect(await isCommon(password)).toBe(false);
    },
  );
});

/** The SHA-1 of "password" is 5BAA6 (sent to the service) followed by these digits. */
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

  it("ignores padding", async () => {
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
