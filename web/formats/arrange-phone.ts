import { readPhone } from "../../supabase/functions/_shared/contracts/phone.ts";

/** What a Brazilian number may be on the way to eleven digits. */
const beginning = /^[1-9]{0,2}(?:\d{0,8}|9\d{8})$/;

/** Whether a character of a phone is more than layout. */
export function isTypedInPhone(character: string): boolean {
  return /[\d+]/.test(character);
}

/**
 * Lays out a phone that is being typed: (44) 99999-9999, without the country code or trunk zero of
 * a Brazilian number. A number of another country, and what is none, stay as they were typed.
 */
export function arrangePhone(text: string): string {
  const digits = readPhone(text);
  if (/\D/.test(digits)) return text;
  if (digits.length < 3 || !beginning.test(digits)) return digits;
  const [area, number] = [digits.slice(0, 2), digits.slice(2)];
  const start = digits.length > 10 ? 5 : 4;
  const end = number.slice(start);
  return `(${area}) ${number.slice(0, start)}${end && `-${end}`}`;
}
