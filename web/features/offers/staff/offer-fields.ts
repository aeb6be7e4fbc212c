import { firstRecentDate, lastComingDate } from "#contracts/offers/offer-dates.ts";
import { formatMonths, todayInBrasilia } from "#contracts/fields/formats.ts";
import {
  longestMonths,
  longestValidDays,
  offerFormSchema,
  planWords,
} from "#contracts/offers/offer.ts";
import { landlordKinds } from "#contracts/fields/landlords.ts";
import { propertyTypes } from "#contracts/fields/places.ts";
import { defineFields } from "../../../ui/form/field-table.ts";
import type { OfferRules } from "./use-offers.ts";

const counts = (most: number, label: (count: number) => string) =>
  Array.from({ length: most }, (_one, index) => ({
    value: String(index + 1),
    label: label(index + 1),
  }));

// Limits of the date fields, computed at page load. After midnight, these limits are outdated, and the schema refuses a
// day that the field still allows.
const comingDate = { control: "date", min: todayInBrasilia(), max: lastComingDate() } as const;

/**
 * Returns the fields of the offer form. The dialog hides the sections `past`, `pix` and `other` when they do not apply.
 */
export const offerFields = (rules: OfferRules) =>
  defineFields(offerFormSchema, {
    propertyType: {
      control: "select",
      section: "lease",
      options: propertyTypes.map((type) => ({ value: type, label: type })),
    },
    landlordName: { control: "text", section: "lease", stopsAtLimit: true },
    landlordDocument: {
      control: "text",
      section: "lease",
      autoComplete: "off",
      spellCheck: false,
    },
    landlordKind: {
      control: "select",
      section: "lease",
      options: Object.entries(landlordKinds).map(([value, label]) => ({ value, label })),
    },
    rentalValue: { control: "money", section: "lease" },
    months: { control: "select", section: "lease", options: counts(longestMonths, formatMonths) },
    startDate: { ...comingDate, section: "lease", min: firstRecentDate() },
    pastStartReason: { control: "textarea", section: "past", isWide: true, stopsAtLimit: true },
    fee: { control: "money", section: "cost" },
    feeDueOn: { ...comingDate, section: "cost" },
    paymentPlan: {
      control: "select",
      section: "cost",
      options: [
        { value: "pix", label: "Pix" },
        { value: "other", label: "Outra: quem recebe é outra pessoa" },
      ],
    },
    instalments: {
      control: "select",
      section: "pix",
      options: counts(longestMonths, (count) => planWords(count, rules)),
    },
    paymentMethod: { control: "textarea", section: "other", isWide: true, stopsAtLimit: true },
    validDays: {
      control: "select",
      section: "validity",
      options: counts(longestValidDays, (days) => (days === 1 ? "1 dia" : `${days} dias`)),
    },
  });

export const offerTexts = {
  propertyType: { label: "Tipo do imóvel" },
  landlordName: { label: "Locador" },
  landlordDocument: {
    label: "CPF ou CNPJ do locador",
    help: "Se souber: com ele, o locador é encontrado de novo.",
  },
  landlordKind: { label: "O locador é" },
  rentalValue: { label: "Aluguel por mês, em R$" },
  months: { label: "Prazo" },
  startDate: { label: "Início" },
  pastStartReason: {
    label: "Por que o início não é depois de hoje",
    help: "De 10 a 500 caracteres. Quem aceita lê o motivo.",
  },
  fee: {
    label: "Taxa (custo total do prazo), em R$",
    help: "Tudo o que a pessoa paga, em um só valor.",
  },
  feeDueOn: { label: "Vencimento", help: "Em parcelas, o da primeira." },
  paymentPlan: { label: "Forma de pagamento" },
  instalments: { label: "Parcelas" },
  paymentMethod: {
    label: "Quem recebe a taxa, e como",
    help: "Por exemplo: A imobiliária recebe a taxa e repassa à Payser.",
  },
  validDays: {
    label: "Vale por",
    help: "Até o fim do último dia, no horário de Brasília. Acaba antes do início e até o vencimento.",
  },
};
