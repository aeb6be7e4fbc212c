import { brazilianStates } from "../contracts/brazilian-states.ts";

const money = new Intl.NumberFormat("pt-BR", { style: "currency", currency: "BRL" });
const moment = new Intl.DateTimeFormat("pt-BR", {
  dateStyle: "long",
  timeStyle: "short",
  timeZone: "America/Sao_Paulo",
});

/** 1234.5 -> R$ 1.234,50 */
export const formatMoney = (value: number): string => money.format(value);

/** yyyy-mm-dd -> dd/mm/aaaa */
export const formatDate = (date: string): string => date.split("-").toReversed().join("/");

/** A moment in Brasília time, as people write it. */
export const formatMoment = (iso: string): string => moment.format(new Date(iso));

/** (44) 99999-8888; numbers that are not Brazilian stay digits. */
export function formatPhone(digits: string): string {
  return digits.replace(/^(\d{2})(\d{4,5})(\d{4})$/, "($1) $2-$3");
}

/** Enough for the owner to recognise it, not enough for a reader of the mailbox to use it. */
export function maskCpf(digits: string): string {
  return digits.replace(/^\d{3}(\d{3})(\d{3})\d{2}$/, "***.$1.$2-**");
}

/** The name of a state, for its two letters. */
export function stateName(code: string): string {
  return brazilianStates.find((state) => state.code === code)?.name ?? code;
}

/**
 * A heading that greets by first name. Anybody may type anybody's address into a form, so a
 * "name" that is an address or a slogan does not become the headline of our e-mail.
 */
export function greet(fullName: string, heading: string): string {
  const [first = ""] = fullName.split(" ");
  if (/^\p{L}[\p{L}\p{M}'’-]{1,29}$/u.test(first)) return `${first}, ${heading}`;
  return heading.charAt(0).toUpperCase() + heading.slice(1);
}
