import { brazilianStates } from "../contracts/brazilian-states.ts";

const money = new Intl.NumberFormat("pt-BR", { style: "currency", currency: "BRL" });
const moment = new Intl.DateTimeFormat("pt-BR", {
  dateStyle: "long",
  timeStyle: "short",
  timeZone: "America/Sao_Paulo",
});

/** 1234.5 -> R$ 1.234,50 */
export const formatMoney = (value: number): string => money.format(value);

/** A moment in Brasília time, as people write it. */
export const formatMoment = (iso: string): string => moment.format(new Date(iso));

/** (44) 99999-8888; numbers that are not Brazilian stay as they are kept. */
export function formatPhone(phone: string): string {
  return phone.replace(/^([1-9]\d)(9\d{4}|\d{4})(\d{4})$/, "($1) $2-$3");
}

/** The name of a state, for its two letters. */
export function stateName(code: string): string {
  return brazilianStates.find((state) => state.code === code)?.name ?? code;
}

/**
 * A stranger's text for the eyes of staff: an invisible word joiner in every address of a site
 * keeps mail programs from making a link of it. E-mail addresses stay as they are.
 */
export function withoutLinks(text: string): string {
  return text
    .replace(/:\/\//g, ":\u2060//")
    .replace(/(?<=[\p{L}\p{N}])\.(?=[\p{L}\p{N}])/gu, ".\u2060");
}
