/** Digits of a Brazilian phone number, without the country code 55 that people may have typed. */
export function phoneDigits(text: string): string {
  const digits = text.replace(/\D/g, "");
  return digits.length > 11 && digits.startsWith("55") ? digits.slice(2) : digits;
}

/** A Brazilian number as people write it, (44) 99999-9999; anything else comes back unchanged. */
export function formatPhone(text: string): string {
  const [, area, start, end] = /^(\d{2})(\d{4,5})(\d{4})$/.exec(phoneDigits(text)) ?? [];
  return area && start && end ? `(${area}) ${start}-${end}` : text;
}

/** `tel:` address of a Brazilian number. */
export function phoneHref(text: string): string {
  return `tel:+55${phoneDigits(text)}`;
}

/** Address that opens a WhatsApp conversation with a Brazilian number, the message already typed. */
export function whatsappHref(number: string, message: string): string {
  return `https://wa.me/55${phoneDigits(number)}?text=${encodeURIComponent(message)}`;
}
