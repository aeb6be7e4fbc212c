import { describe, expect, test } from "vitest";
import {
  checkClauseTopics,
  checkExclusions,
  checkInclusions,
  checkPercentRange,
  checkTopicsPresent,
  clauseTopics,
} from "./company.ts";

const items = (...texts: string[]) => texts.map((text) => ({ text }));

describe("exclusions", () => {
  test.each(["Aluguéis e encargos não pagos", "Encargos e aluguel em atraso"])(
    "that name unpaid rent and charges, as “%s”, are accepted",
    (text) => {
      expect(checkExclusions(items("Tributos", text))).toBe(true);
    },
  );

  test.each(["Aluguéis não pagos", "Encargos não pagos", "Aluguéis e encargos", "Tributos"])(
    "are refused with “%s” alone",
    (text) => {
      expect(checkExclusions(items(text))).toContain("aluguéis e encargos não pagos");
    },
  );

  test("are refused without items", () => {
    expect(checkExclusions(undefined)).toBeTypeOf("string");
    expect(checkExclusions([{}])).toBeTypeOf("string");
  });
});

describe("inclusions", () => {
  test.each(["Aluguéis não pagos", "Encargos vencidos", "Até três aluguéis em atraso"])(
    "never promise “%s”",
    (text) => {
      expect(checkInclusions(items("Pintura", text))).toContain(text);
    },
  );

  test("may name the lease", () => {
    expect(checkInclusions(items("Multas previstas no contrato de aluguel", "Pintura"))).toBe(true);
  });
});

describe("the range of the fee", () => {
  test.each([
    [8, 12, true],
    [8, 8, true],
    [12.5, 8, "O mínimo não pode ser maior que o máximo."],
  ])("from %d to %d %%: %s", (minimumPercent, maximumPercent, expected) => {
    expect(checkPercentRange({ minimumPercent, maximumPercent })).toBe(expected);
  });

  test("may be absent", () => {
    expect(checkPercentRange(undefined)).toBe(true);
  });
});

describe("the topics of clauses", () => {
  const all = clauseTopics.map(({ value }) => ({ topic: value }));

  test("stand at one clause each", () => {
    expect(checkClauseTopics([...all, {}, {}])).toBe(true);
    expect(checkClauseTopics([...all, { topic: "limit" }])).toContain("Limite da cobertura");
  });

  test("that no clause has are named", () => {
    expect(checkTopicsPresent(all)).toBe(true);
    expect(checkTopicsPresent(all.slice(1))).toContain("O que a fiança não cobre");
    expect(checkTopicsPresent(undefined)).toContain("Taxa administrativa");
  });
});
