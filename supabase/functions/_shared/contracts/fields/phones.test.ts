import { expect, test } from "vitest";
import { formatPhone } from "./phones.ts";

test("writes mobile and landline numbers the Brazilian way", () => {
  expect(formatPhone("44999998888")).toBe("(44) 99999-8888");
  expect(formatPhone("4430001111")).toBe("(44) 3000-1111");
  expect(formatPhone("+55 44 99999-8888")).toBe("(44) 99999-8888");
});

test("keeps the area code 55 of Rio Grande do Sul", () => {
  expect(formatPhone("55999998888")).toBe("(55) 99999-8888");
});

test("leaves a number of another country unchanged", () => {
  for (const number of ["0800 000", "08001234567", "+14155552671", "14155552671", "351912345678"]) {
    expect(formatPhone(number)).toBe(number);
  }
});
