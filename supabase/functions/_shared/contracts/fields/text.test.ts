import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contactMessageFormSchema } from "../messages/contact-message.ts";
import { linkSamples, plainSamples } from "../link-samples-for-tests.ts";
import { partnershipFormSchema } from "../partners/partnership-request.ts";
import { fieldMessages } from "../reply.ts";
import { simulationFormSchema } from "../requests/simulation-request.ts";
import { hasLink, multiLine, optionalTextField, singleLine, textField } from "./text.ts";

const anyText = fc.string({ unit: "binary", maxLength: 40 });

describe("typed text", () => {
  it("is one clean line, also when pasted", () => {
    expect(singleLine("  Ana\u200b\tMaria\r\nBcc: x\u0000 ")).toBe("Ana Maria Bcc: x");
  });

  it("loses half characters, which PostgreSQL refuses", () => {
    expect(singleLine("a\ud83db")).toBe("ab");
    expect(multiLine("a\udc00")).toBe("a");
  });

  it("is composed, so that an accent counts once", () => {
    expect(singleLine("Joa\u0303o")).toBe("João");
  });

  it("does not change when it is cleaned again", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(singleLine(singleLine(text))).toBe(singleLine(text));
        expect(multiLine(multiLine(text))).toBe(multiLine(text));
      }),
    );
  });

  it("never keeps characters that PostgreSQL cannot store", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(singleLine(text)).not.toMatch(/\p{Cc}|\p{Cs}/u);
        expect(multiLine(text)).not.toMatch(/[^\P{Cc}\n]|\p{Cs}/u);
      }),
    );
  });

  it("is counted in characters, not in UTF-16 units", () => {
    const field = textField({ min: 3, max: 4, message: "curto" });
    expect(field.safeParse("😀a").error?.issues[0]?.message).toBe("curto");
    expect(field.safeParse("😀😀😀😀").data).toBe("😀😀😀😀");
    expect(field.safeParse("abcde").error?.issues[0]?.message).toBe("Use no máximo 4 caracteres");
  });
});

describe("an optional text area", () => {
  it("keeps its line breaks and treats blank as absent", () => {
    const field = optionalTextField(10);
    expect(field.safeParse(" um\r\n dois ").data).toBe("um\ndois");
    expect(field.safeParse(" \n ")).toEqual({ success: true, data: undefined });
    expect(field.safeParse(undefined).success).toBe(true);
    expect(field.safeParse("x".repeat(11)).success).toBe(false);
  });
});

describe("the address of a site", () => {
  it.each(linkSamples)("is found in %j", (text) => expect(hasLink(text)).toBe(true));
  it.each(plainSamples)("is not seen in %j", (text) => expect(hasLink(text)).toBe(false));

  const word = fc.stringMatching(/^[a-z0-9]{2,12}$/);
  /** Host name that cannot be taken for an abbreviation in street addresses ("av", "rod"). */
  const owned = fc.stringMatching(/^[a-z]{5,12}[0-9]$/);
  const ending = fc.oneof(
    fc.stringMatching(/^[a-z]{2}$/).filter((country) => country !== "br"),
    fc.stringMatching(/^[a-z]{7,12}$/),
  );
  const plain = fc.constantFrom(...plainSamples);

  it("is found in any host with a path, beside any text", () => {
    fc.assert(
      fc.property(plain, owned, ending, word, plain, (before, host, end, path, after) =>
        hasLink(`${before} ${host}.${end}/${path} ${after}`),
      ),
    );
  });

  it("is not found in a sequence of ordinary texts", () => {
    fc.assert(fc.property(plain, plain, plain, (...texts) => !hasLink(texts.join(" "))));
  });

  it("is not found in numbers and fractions", () => {
    const number = fc.integer({ min: 0, max: 99_999 });
    const unit = fc.constantFrom("mês", "ano", "m²", "12", "A", "casa", "fundos", "PR");
    fc.assert(
      fc.property(number, number, unit, (whole, part, of) => !hasLink(`${whole}.${part}/${of}`)),
    );
  });
});

describe("a field without links", () => {
  const lines = {
    simulation: ["fullName", "occupation", "propertyAddress", "propertyCity", "ownerName"],
    partnership: ["partnerName", "companyName", "propertyAddress", "propertyCity"],
    contact: ["name", "subject"],
  };
  const schemas = {
    simulation: simulationFormSchema,
    partnership: partnershipFormSchema,
    contact: contactMessageFormSchema,
  };
  const cases = [
    ...lines.simulation.map((field) => ["simulation", field] as const),
    ...lines.partnership.map((field) => ["partnership", field] as const),
    ...lines.contact.map((field) => ["contact", field] as const),
  ];

  it.each(cases)("%s: %s refuses a link and says how to write", (form, field) => {
    for (const text of linkSamples) {
      const result = schemas[form].safeParse({ [field]: `Ana ${text}` });
      expect(result.success ? {} : fieldMessages(result.error)).toMatchObject({
        [field]: "Escreva sem links nem endereços de sites",
      });
    }
  });

  it("is every line of text, except texts that only staff read", () => {
    const listing = "O imóvel é este: https://imoveis.example/maringa/123";
    for (const [schema, field] of [
      [simulationFormSchema, "comments"],
      [partnershipFormSchema, "message"],
      [contactMessageFormSchema, "message"],
    ] as const) {
      const result = schema.safeParse({ [field]: listing });
      expect(result.success ? [] : Object.keys(fieldMessages(result.error))).not.toContain(field);
    }
  });
});
