import { expect, test } from "vitest";
import { group, line, makeFields, paragraph } from "./text-fields.ts";

const day = { day: "o último dia" };
const description = (...field: Parameters<typeof line>) => line(...field)("text", {}).description;

test("a title alone makes a required line", () => {
  const [field] = makeFields({ label: "Rótulo" });
  expect(field).toMatchObject({ name: "label", title: "Rótulo", type: "string" });
  expect(field).not.toHaveProperty("description");
});

test("the description of a text lists its variables", () => {
  expect(description("Prazo", day)).toBe("{{day}} vira o último dia.");
  expect(description("Prazo", { ...day, left: "o resto" })).toBe(
    "{{day}} vira o último dia, {{left}} o resto.",
  );
  expect(description("Prazo", day, { description: "No fim." })).toBe(
    "No fim. {{day}} vira o último dia.",
  );
});

test("a description that names a variable itself is kept", () => {
  expect(description("Prazo", day, { description: "{{day}}: até quando." })).toBe(
    "{{day}}: até quando.",
  );
});

test("a text lists only variables that its group does not explain in the same words", () => {
  const texts = {
    known: paragraph("Prazo", day),
    other: paragraph("Prazo", { day: "o primeiro dia" }),
  };
  expect(group("Prazos", texts, { variables: day })("group", {})).toMatchObject({
    description: "{{day}} vira o último dia.",
    fields: [
      expect.not.objectContaining({ description: expect.anything() }),
      { description: "{{day}} vira o primeiro dia." },
    ],
  });
});
