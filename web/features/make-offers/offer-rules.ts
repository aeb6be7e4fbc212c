import { lastComingDate } from "../../../supabase/functions/_shared/contracts/coming-date.ts";
import { todayInBrasilia } from "../../../supabase/functions/_shared/contracts/formats/today-in-brasilia.ts";
import {
  longestMonths,
  longestValidDays,
  offerFormSchema,
} from "../../../supabase/functions/_shared/contracts/offer.ts";
import { propertyTypes } from "../../../supabase/functions/_shared/contracts/property-types.ts";
import { formatMonths } from "../../formats/dates.ts";
import { defineFields } from "../../ui/form/field-table.ts";

const counts = (most: number, label: (count: number) => string) =>
  Array.from({ length: most }, (_one, index) => ({
    value: String(index + 1),
    label: label(index + 1),
  }));

// A page that stays open overnight offers yesterday; the contract refuses it.
const comingDate = { control: "date", min: todayInBrasilia(), max: lastComingDate() } as const;

/** The conditions under their contract, field by field in the order of the form. */
export const offerRules = defineFields(offerFormSchema, {
  propertyType: {
    control: "select",
    options: propertyTypes.map((type) => ({ value: type, label: type })),
  },
  landlordName: { control: "text", stopsAtLimit: true },
  rentalValue: { control: "money" },
  months: { control: "select", options: counts(longestMonths, formatMonths) },
  startDate: comingDate,
  fee: { control: "money" },
  feeDueOn: comingDate,
  paymentMethod: { control: "text", stopsAtLimit: true },
  validDays: {
    control: "select",
    options: counts(longestValidDays, (days) => (days === 1 ? "1 dia" : `${days} dias`)),
  },
});

export const offerTexts = {
  propertyType: { label: "Tipo do imóvel" },
  landlordName: { label: "Locador" },
  rentalValue: { label: "Aluguel por mês" },
  months: { label: "Prazo" },
  startDate: { label: "Início" },
  fee: { label: "Custo total do prazo", help: "Tudo o que a pessoa paga, em um só valor." },
  feeDueOn: { label: "Vencimento" },
  paymentMethod: { label: "Forma de pagamento" },
  validDays: { label: "Vale por", help: "Até o fim do último dia, no horário de Brasília." },
};
