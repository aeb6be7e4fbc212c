import { brazilianPhone, phoneDigits } from "#contracts/fields/phones.ts";

/** Returns the number with the country code, for calls from abroad. Special numbers (0800) are reduced to digits. */
export function internationalPhone(text: string): string {
  const parts = brazilianPhone(text);
  return parts ? `+55${parts.area}${parts.start}${parts.end}` : phoneDigits(text);
}

export function phoneHref(text: string): string {
  return `tel:${internationalPhone(text)}`;
}

/** Returns the URL that opens a WhatsApp conversation with a prepared message. */
export function whatsappHref(number: string, message: string): string {
  const digits = internationalPhone(number).replace("+", "");
  return `https://wa.me/${digits}?text=${encodeURIComponent(message)}`;
}
