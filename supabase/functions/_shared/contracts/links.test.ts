import { describe, expect, it } from "vitest";
import { linkSamples, plainSamples } from "./link-samples-for-tests.ts";
import { contactMessageFormSchema } from "./contact-message.ts";
import { hasLink } from "./links.ts";
import { fieldMessages } from "./field-messages.ts";
import { partnershipFormSchema } from "./partnership-request.ts";
import { simulationFormSchema } from "./simulation-request.ts";

describe("the address of a site", () => {
  it.each(linkSamples)("is found in %j", (text) => expect(hasLink(text)).toBe(true));
  it.each(plainSamples)("is not seen in %j", (text) => expect(hasLink(text)).toBe(false));
});

describe("a field that asks for no address of a site", () => {
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

  it.each(cases)("%s: %s refuses one and says how to write", (form, field) => {
    for (const text of linkSamples) {
      const result = schemas[form].safeParse({ [field]: `Ana ${text}` });
      expect(result.success ? {} : fieldMessages(result.error)).toMatchObject({
        [field]: "Escreva sem links nem endereços de sites",
      });
    }
  });

  it("is every line of text, but not what is written to staff alone", () => {
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
