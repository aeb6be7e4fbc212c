import {
  brazilianPhone,
  phoneDigits,
} from "../../supabase/functions/_shared/contracts/fields/phones.ts";

/**
 * A number as it is dialled from anywhere: Brazilian ones get their country's code, those that have
 * one keep it, and what is neither (0800) stays as digits.
 */
export function internationalPhone(text: string): string {
  const parts = brazilianPhone(text);
  return parts ? `+55${parts.area}${parts.start}${parts.end}` : phoneDigits(text);
}

/** `tel:` address of a number. */
export function phoneHref(text: string): string {
  return `tel:${internationalPhone(text)}`;
}

/** Address that opens a WhatsApp conversation with a number, the message already typed. */
export function whatsappHref(number: string, message: string): string {
  const digits = internationalPhone(number).replace("+", "");
  return `https://wa.me/${digits}?text=${encodeURIComponent(message)}`;
}
