const brazilian = /^(?:\+?55)?([1-9]\d)(9\d{4}|\d{4})(\d{4})$/;

/** Splits a Brazilian phone number in any notation. Returns undefined for any other text. */
export function brazilianPhone(text: string) {
  const [, area, start, end] = brazilian.exec(phoneDigits(text)) ?? [];
  return area && start && end ? { area, start, end } : undefined;
}

/** Returns the digits of a phone number. Keeps a + before the digits. */
export function phoneDigits(text: string): string {
  return text.replace(/[^\d+]/g, "");
}

/** Writes a Brazilian phone number as (44) 99999-9999. Returns any other text unchanged. */
export function formatPhone(text: string): string {
  const parts = brazilianPhone(text);
  return parts ? `(${parts.area}) ${parts.start}-${parts.end}` : text;
}
