import * as z from "zod/mini";
import { describe, expect, it, test } from "vitest";
import { claimAnswerFormSchema, claimFormSchema } from "../claims/claim-forms.ts";
import { inspectionUploadSchema } from "../inspections/inspections.ts";
import { correctionFormSchema } from "../leases/correction.ts";
import { offerFormSchema } from "../offers/offer.ts";
import { fieldMessages } from "../reply.ts";
import { simulationFormSchema } from "../requests/simulation-request.ts";
import { asDrawn, refuseUndrawn, undrawn } from "./drawn-letters.ts";
import { undrawnSentence } from "./undrawn-sentence.ts";
import { optionalTextField, textField } from "./text.ts";

describe("undrawn", () => {
  it.each([
    "Zoë Nguyễn Thị Ánh",
    "José D’Ávila – “casa” nº 12, 2º andar",
    "Łukasz Şahin Čapek Țurcanu Gonçalves",
    "Mbyá Ñandéva, rio Ivaí, Tapỹi, ẽ ĩ ũ",
    "Joa\u0303o",
    "R$\u00a010,00\nsegunda linha\u200b",
  ])("accepts %j", (text) => {
    expect(undrawn(text)).toBeUndefined();
  });

  it.each([
    ["你好 Silva", "你"],
    ["Ana محمد", "م"],
    ["Ирина", "И"],
    ["Casa 🏠 nova", "🏠"],
    ["Família 👨‍👩‍👧 Souza", "👨‍👩‍👧"],
    ["amo ❤️ isto", "❤️"],
    ["x\u0323\u0301y ק", "x\u0323\u0301"],
    ["a\ud83d", "\ud83d"],
  ])("finds the letter of %j that documents cannot show", (text, letter) => {
    expect(undrawn(text)).toBe(letter);
  });
});

test("asDrawn composes letters, and replaces what looks the same", () => {
  expect(asDrawn("Joa\u0303o\u2011x\u2009y\t\ufeffz\ufe0f")).toBe("João-x y z");
});

test("a field refuses a letter that documents cannot show, and names it", () => {
  const field = z.object({
    name: textField({ min: 3, max: 20, message: "x" }).check(refuseUndrawn),
  });
  expect(field.safeParse({ name: "Nguyễn Thị" }).success).toBe(true);
  expect(field.safeParse({ name: "Li 你" }).error?.issues).toMatchObject([
    {
      path: ["name"],
      message:
        "Contém “你”, que os documentos não conseguem mostrar. Escreva em letras latinas, sem figuras.",
    },
  ]);
  expect(optionalTextField(20).check(refuseUndrawn).safeParse(undefined).success).toBe(true);
});

const typed = "Li Ni 你好, rua";
test.each([
  ["a simulation", simulationFormSchema, ["fullName", "propertyAddress", "propertyCity"], {}],
  ["an offer", offerFormSchema, ["landlordName"], {}],
  ["a correction", correctionFormSchema, ["landlord_name", "property_street", "property_city"], {}],
  ["a report's file", inspectionUploadSchema, ["note"], {}],
  ["a claim", claimFormSchema, ["items.0.description"], { items: [{ description: typed }] }],
  [
    "a claim's account",
    claimFormSchema,
    ["account.holder"],
    { account: { kind: "pix", holder: typed } },
  ],
  ["an answer", claimAnswerFormSchema, ["answers.0.text"], { answers: [{ text: typed }] }],
] as const)(
  "the form of %s refuses letters that its documents cannot show",
  (_form, schema, fields, data) => {
    const given = { ...Object.fromEntries(fields.map((field) => [field, typed])), ...data };
    const { error } = schema.safeParse(given);
    const messages = error === undefined ? {} : fieldMessages(error);
    for (const field of fields)
      expect(messages).toHaveProperty([field], expect.stringMatching(/^Contém “你”/));
  },
);

test("undrawnSentence names the place of the letter", () => {
  expect(undrawnSentence("你", "tenantName")).toBe(
    "O nome do locatário contém “你”, que o documento não consegue mostrar.",
  );
  expect(undrawnSentence("☐", "contractRules")).toMatch(/^Um texto do documento contém “☐”/);
});
