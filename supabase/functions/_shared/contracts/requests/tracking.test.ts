import fc from "fast-check";
import { expect, test } from "vitest";
import { protocolField, readProtocol } from "./tracking.ts";

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
// Protocol number 1 has the check symbol 1. The number 32 would be written as "10" with the check symbol "*".
const known = "PS-2026-00000011";

test("a protocol is read in every usual spelling", () => {
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
])("%j is no protocol", (typed) => {
  expect(readProtocol(typed)).toBeUndefined();
  expect(protocolField().safeParse(typed).error?.issues[0]?.message).toContain("protocolo");
});

const body = fc
  .array(fc.constantFrom(...alphabet), { minLength: 7, maxLength: 7 })
  .map((digits) => digits.join(""));

/** Returns the protocol with these digits, or undefined when its check symbol is not in `alphabet`. */
function complete(digits: string): string | undefined {
  return [...alphabet].map((check) => `PS-2026-${digits}${check}`).find(readProtocol);
}

test("one wrong character or two swapped ones are always noticed", () => {
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
