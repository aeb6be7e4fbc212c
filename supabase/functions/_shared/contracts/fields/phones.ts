const brazilian = /^(?:\+?55)?([1-9]\d)(9\d{4}|\d{4})(\d{4})$/;

/** The parts of a Brazilian number in whichever way it is written; undefined for any other. */
export function brazilianPhone(text: string) {
  const [, area, start, end] = brazilian.exec(phoneDigits(text)) ?? [];
  return area && start && end ? { area, start, end } : undefined;
}

/** The digits of a number, and the + before a country's code. */
export function phoneDigits(text: string): string {
  return text.replace(/[^\d+]/g, "");
}

/** A Brazilian number as people write it, (44) 99999-9999; anything else comes back unchanged. */
export function formatPhone(text: string): string {
  const parts = brazilianPhone(text);
  return parts ? `(${parts.area}) ${parts.start}-${parts.end}` : text;
}
