import fc from "fast-check";
import { expect, test } from "vitest";
import { protocolField, readProtocol } from "./tracking.ts";

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
// 1 is 1; 32 is "10", modulo 37 it is 32, a symbol that only checks.
const known = "PS-2026-00000011";

test("a protocol is read however it is typed", () => {
  for (const typed of [known, " ps-2026-00000011 ", "PS202600000011", "ps 2026 ooooooil"]) {
    expect(readProtocol(typed)).toBe(known);
  }
});

test.each([
  "",
  "PS-2026-00000012",
  "PS-2026-0000001",
  "XX-2026-00000011",
  "PS-2026-0000010*",
  "PS-26-00000011",
])("%j is none", (typed) => {
  expect(readProtocol(typed)).toBeUndefined();
  expect(protocolField().safeParse(typed).error?.issues[0]?.message).toContain("protocolo");
});

const body = fc
  .array(fc.constantFrom(...alphabet), { minLength: 7, maxLength: 7 })
  .map((digits) => digits.join(""));

/** The protocol of a body, where its check is one of the alphabet. */
function complete(digits: string): string | undefined {
  return [...alphabet].map((check) => `PS-2026-${digits}${check}`).find(readProtocol);
}

test("one wrong character, or two changed places, are always noticed", () => {
  fc.assert(
    fc.property(body, fc.nat(7), fc.constantFrom(...alphabet), (digits, at, other) => {
      const protocol = complete(digits);
      fc.pre(protocol !== undefined);
      const place = 8 + at;
      if (protocol[place] !== other) {
        const mistyped = protocol.slice(0, place) + other + protocol.slice(place + 1);
        expect(readProtocol(mistyped)).toBeUndefined();
      }
      const [a, b] = [protocol[place - 1], protocol[place]];
      if (at > 0 && a !== b) {
        const swapped = `${protocol.slice(0, place - 1)}${b}${a}${protocol.slice(place + 1)}`;
        expect(readProtocol(swapped)).toBeUndefined();
      }
    }),
  );
});
