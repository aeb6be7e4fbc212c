const brazilian = /^(?:\+?55)?([1-9]\d)(9\d{4}|\d{4})(\d{4})$/;

function compact(text: string): string {
  return text.replace(/[^\d+]/g, "");
}

/** A Brazilian number as people write it, (44) 99999-9999; anything else comes back unchanged. */
export function formatPhone(text: string): string {
  const [, area, start, end] = brazilian.exec(compact(text)) ?? [];
  return area && start && end ? `(${area}) ${start}-${end}` : text;
}

/**
 * A number as it is dialled from anywhere: Brazilian ones get their country's code, those that have
 * one keep it, and what is neither (0800) stays as digits.
 */
export function internationalPhone(text: string): string {
  const [, area, start, end] = brazilian.exec(compact(text)) ?? [];
  return area && start && end ? `+55${area}${start}${end}` : compact(text);
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
