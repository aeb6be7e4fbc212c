import { expect, it } from "vitest";
import { formatCpf } from "./cpf.ts";

it.each([
  ["52998224725", "529.982.247-25"],
  ["00000000191", "000.000.001-91"],
  ["529.982.247-25", "529.982.247-25"],
  ["123", "123"],
])("%j is written %j", (digits, text) => {
  expect(formatCpf(digits)).toBe(text);
});
