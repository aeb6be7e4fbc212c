import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { birthDateField } from "./birth-date.ts";

const messageFor = (value: unknown) => birthDateField().safeParse(value).error?.issues[0]?.message;

describe("a birth date", () => {
  beforeEach(() => void vi.useFakeTimers({ now: new Date("2026-03-02T01:30:00Z") }));
  afterEach(() => void vi.useRealTimers());

  it("takes today's date from Brasília, where it is still the day before", () => {
    expect(messageFor("2026-03-01")).toContain("18 anos");
    expect(messageFor("2026-03-02")).toContain("entre 01/01/1920 e hoje");
  });

  it("starts on 1 January 1920", () => {
    expect(birthDateField().safeParse("1920-01-01").data).toBe("1920-01-01");
    expect(birthDateField().safeParse("1919-12-31").success).toBe(false);
  });

  it("is that of an adult, from the eighteenth birthday in Brasília on", () => {
    expect(birthDateField().safeParse("2008-03-01").success).toBe(true);
    expect(messageFor("2008-03-02")).toBe(
      "É preciso ter 18 anos ou mais para contratar a fiança (Código Civil, arts. 3º a 5º)",
    );
  });

  it("of a leap day comes of age on 1 March", () => {
    vi.setSystemTime("2026-02-28T15:00:00Z");
    expect(messageFor("2008-02-29")).toContain("18 anos");
    vi.setSystemTime("2026-03-01T15:00:00Z");
    expect(messageFor("2008-02-29")).toBeUndefined();
  });

  it.each(["", "  ", undefined])("is required: %j", (value) => {
    expect(messageFor(value)).toBe("Data de nascimento é obrigatória");
  });

  it.each(["1990-02-30", "1990-13-01", "01/02/1990", "1990-1-1", "1990-01-01T00:00:00Z"])(
    "%j is no date",
    (value) => {
      expect(messageFor(value)).toBe("Informe uma data de nascimento entre 01/01/1920 e hoje");
    },
  );
});
