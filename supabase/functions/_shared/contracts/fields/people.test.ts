import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { birthDateField, cpfField, emailField, phoneField } from "./people.ts";

describe("cpf", () => {
  const isCpf = (typed: string) => cpfField().safeParse(typed).success;

  describe("a CPF", () => {
    it.each(["529.982.247-25", "52998224725", " 529 982 247 25 ", "529982247\u201125"])(
      "%j is stored as its digits",
      (typed) => {
        expect(cpfField().safeParse(typed).data).toBe("52998224725");
      },
    );

    it.each([
      "",
      "529.982.247",
      "529.982.247-24",
      "111.111.111-11",
      "529982247255",
      "529.982.247/25",
      "5299822472a",
      null,
    ])("refuses %j with the specified message", (typed) => {
      expect(cpfField().safeParse(typed).error?.issues[0]?.message).toBe("CPF inválido");
    });

    it("has exactly one valid pair of check digits for each nine digits", () => {
      fc.assert(
        fc.property(fc.stringMatching(/^\d{9}$/), (nine) => {
          fc.pre(!/^(\d)\1{8}$/.test(nine));
          const pairs = Array.from({ length: 100 }, (_, pair) => String(pair).padStart(2, "0"));
          expect(pairs.filter((pair) => isCpf(nine + pair))).toHaveLength(1);
        }),
      );
    });

    it("notices any single wrong digit", () => {
      fc.assert(
        fc.property(fc.nat(10), fc.nat(9), (position, digit) => {
          const cpf = "52998224725";
          fc.pre(cpf[position] !== String(digit));
          expect(isCpf(cpf.slice(0, position) + String(digit) + cpf.slice(position + 1))).toBe(
            false,
          );
        }),
      );
    });
  });
});

describe("email", () => {
  describe("an e-mail address", () => {
    it("is trimmed and lower-cased", () => {
      expect(emailField().safeParse(" Ana.Silva@Exemplo.COM.br\n").data).toBe(
        "ana.silva@exemplo.com.br",
      );
    });

    it.each([
      ["joao@café.com.br", "joao@xn--caf-dma.com.br"],
      ["Joao@Imóveis-São-João.COM.BR", "joao@xn--imveis-so-joo-3ebe8v.com.br"],
      ["joao@cafe\u0301.com.br", "joao@xn--caf-dma.com.br"],
      ["joao@xn--caf-dma.com.br", "joao@xn--caf-dma.com.br"],
    ])("is stored as mailed when its domain has an accent: %s", (typed, address) => {
      expect(emailField().safeParse(typed).data).toBe(address);
    });

    it.each([
      "",
      "joão@exemplo.com.br",
      "ana@café.com/outro",
      "ana@café",
      "ana@outro@café.com.br",
      "ana@１２７.0.0.1",
      "ana",
      "ana@",
      "ana@exemplo",
      "ana@exemplo.com\r\nBcc: outra@exemplo.com",
      "ana@exemplo.com, outra@exemplo.com",
      "Ana <ana@exemplo.com>",
      '"a b"@exemplo.com',
      "ana@exemplo..com",
      42,
      null,
    ])("refuses %j with the specified message", (value) => {
      expect(emailField().safeParse(value).error?.issues[0]?.message).toBe("Email inválido");
    });

    it("has at most 255 characters", () => {
      const domain = `${"d".repeat(60)}.${"d".repeat(60)}.com`;
      const local = "a".repeat(255 - domain.length - 1);
      expect(emailField().safeParse(`${local}@${domain}`).success).toBe(true);
      expect(emailField().safeParse(`a${local}@${domain}`).error?.issues[0]?.message).toBe(
        "Use no máximo 255 caracteres",
      );
    });
  });
});

describe("phone", () => {
  const field = phoneField("Telefone inválido");
  const unclear = "Confira o número; se for de outro país, comece com + e o código dele";
  const messageFor = (value: unknown) => field.safeParse(value).error?.issues[0]?.message;

  describe("a phone", () => {
    it.each([
      ["(44) 99999-8888", "44999998888"],
      ["4433334444", "4433334444"],
      ["+55 44 99999\u20118888", "44999998888"],
      ["\u200e55 (55) 99999-8888", "55999998888"],
      ["55999998888", "55999998888"],
      ["123456789012345", "123456789012345"],
      ["044 99999-8888", "44999998888"],
      ["(044) 3333-4444", "4433334444"],
      ["0 15 44 99999-8888", "44999998888"],
      ["+55 (044) 99999-8888", "44999998888"],
      ["(+55) 44 99999-8888", "44999998888"],
      ["0800 123 4567", "08001234567"],
      ["+1 415 555 2671", "+14155552671"],
      ["+351 912 345 678", "+351912345678"],
      ["+44 9999 988888", "+449999988888"],
    ])("%j is stored as %s", (typed, digits) => {
      expect(field.safeParse(typed).data).toBe(digits);
      expect(field.safeParse(digits).data).toBe(digits);
    });

    it.each([
      ["+1 415 555", "Telefone inválido"],
      ["+1 415 555 2671 ramal 2", "Telefone inválido"],
      ["44+99999-8888", "Telefone inválido"],
      ["+0 44 99999-8888", unclear],
      ["+55 44 99999-88888", unclear],
      ["+55 04 99999-8888", unclear],
      ["00 1 415 555 2671", unclear],
      ["+1234567890123456", "Telefone deve ter no máximo 15 dígitos"],
    ])("refuses %j rather than store another number: %s", (typed, message) => {
      expect(messageFor(typed)).toBe(message);
    });

    it("never changes between another country and Brazil", () => {
      const separator = fc.constantFrom("", " ", "-", ".");
      const foreign = fc.tuple(fc.stringMatching(/^[1-9]\d{9,14}$/), separator);
      fc.assert(
        fc.property(foreign, ([digits, between]) => {
          fc.pre(!digits.startsWith("55"));
          const typed = `+${digits.match(/\d{1,3}/g)?.join(between)}`;
          expect(field.safeParse(typed).data).toBe(`+${digits}`);
        }),
      );
      const brazilian = fc.tuple(
        fc.constantFrom("", "+55", "+55 ", "55", "0", "015", "+550"),
        fc.stringMatching(/^[1-9]{2}(9\d{8}|[2-5]\d{7})$/),
      );
      fc.assert(
        fc.property(brazilian, ([prefix, digits]) => {
          expect(field.safeParse(prefix + digits).data).toBe(digits);
        }),
      );
    });

    it("counts digits, not the characters of the mask", () => {
      expect(messageFor("(44) 9999-888")).toBe("Telefone inválido");
      expect(messageFor("(44) 99999-8888 ramal 2")).toBe("Telefone inválido");
      expect(messageFor("1234567890123456")).toBe("Telefone deve ter no máximo 15 dígitos");
      expect(messageFor(undefined)).toBe("Telefone inválido");
    });
  });
});

describe("birth date", () => {
  const messageFor = (value: unknown) =>
    birthDateField().safeParse(value).error?.issues[0]?.message;

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

    it("on a leap day comes of age on 1 March", () => {
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
});
