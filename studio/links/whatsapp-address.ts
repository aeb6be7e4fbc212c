const whatsAppShape = /^https:\/\/wa\.me\/55(?<number>\d*)(?:\?text=(?<message>.*))?$/;

/** A WhatsApp conversation: DDD and number, and the text that is already written in it. */
export interface WhatsApp {
  number: string;
  message: string;
}

/** The address that opens the conversation, as the site's own WhatsApp links are. */
export function whatsAppAddress({ number, message }: WhatsApp): string {
  const text = message ? `?text=${encodeURIComponent(message)}` : "";
  return `https://wa.me/55${number}${text}`;
}

/** Reads such an address; what cannot be read is empty. */
export function readWhatsApp(address: string | undefined): WhatsApp {
  const { number = "", message = "" } = whatsAppShape.exec(address ?? "")?.groups ?? {};
  try {
    return { number, message: decodeURIComponent(message) };
  } catch {
    return { number, message: "" };
  }
}
