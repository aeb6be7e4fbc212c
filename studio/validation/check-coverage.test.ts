import { describe, expect, test } from "vitest";
import {
  checkClauseTopics,
  checkExclusions,
  checkInclusions,
  checkPercentRange,
  checkTopicsPresent,
  clauseTopics,
} from "./check-company.ts";

const items = (...texts: string[]) => texts.map((text) => ({ text }));

describe("checkExclusions", () => {
  test.each(["Aluguéis e encargos não pagos", "Encargos e aluguel em atraso"])(
    "accepts unpaid rent and charges as “%s”",
    (text) => {
      expect(checkExclusions(items("Tributos", text))).toBe(true);
    },
  );

  test.each(["Aluguéis não pagos", "Encargos não pagos", "Aluguéis e encargos", "Tributos"])(
    "refuses “%s” alone",
    (text) => {
      expect(checkExclusions(items(text))).toContain("aluguéis e encargos não pagos");
    },
  );

  test("refuses an empty list", () => {
    expect(checkExclusions(undefined)).toBeTypeOf("string");
    expect(checkExclusions([{}])).toBeTypeOf("string");
  });
});

describe("checkInclusions", () => {
  test.each(["Aluguéis não pagos", "Encargos vencidos", "Até três aluguéis em atraso"])(
    "refuses “%s”",
    (text) => {
      expect(checkInclusions(items("Pintura", text))).toContain(text);
    },
  );

  test("accepts penalties of the lease", () => {
    expect(checkInclusions(items("Multas previstas no contrato de aluguel", "Pintura"))).toBe(true);
  });
});

describe("checkPercentRange", () => {
  test.each([
    [8, 12, true],
    [8, 8, true],
    [12.5, 8, "O mínimo não pode ser maior que o máximo."],
  ])("checks %d to %d %%: %s", (minimumPercent, maximumPercent, expected) => {
    expect(checkPercentRange({ minimumPercent, maximumPercent })).toBe(expected);
  });

  test("accepts a missing range", () => {
    expect(checkPercentRange(undefined)).toBe(true);
  });
});

describe("topics of clauses", () => {
  const all = clauseTopics.map(({ value }) => ({ topic: value }));

  test("may each have one clause only", () => {
    expect(checkClauseTopics([...all, {}, {}])).toBe(true);
    expect(checkClauseTopics([...all, { topic: "limit" }])).toContain("Limite da cobertura");
  });

  test("cause a warning while no clause has them", () => {
    expect(checkTopicsPresent(all)).toBe(true);
    expect(checkTopicsPresent(all.slice(1))).toContain("O que a fiança não cobre");
    expect(checkTopicsPresent(undefined)).toContain("Taxa administrativa");
  });
});
