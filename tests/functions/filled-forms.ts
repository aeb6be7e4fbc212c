import { contactMessageExample } from "#contracts/messages/contact-message.ts";
import { todayInBrasilia } from "#contracts/fields/formats.ts";
import { offerExample } from "#contracts/offers/offer.ts";
import { partnershipExample } from "#contracts/partners/partnership-request.ts";
import { simulationExample } from "#contracts/requests/simulation-request.ts";

/** Returns a simulation as the form sends it, with a unique e-mail address and a random CPF. */
export function filledSimulation(changes: Record<string, unknown> = {}) {
  return {
    ...simulationExample,
    email: uniqueEmail(),
    cpf: uniqueCpf(),
    submissionId: crypto.randomUUID(),
    termsVersion: "1",
    ...changes,
  };
}

/** Returns a partnership request as its form sends it. */
export function filledPartnership(changes: Record<string, unknown> = {}) {
  return {
    ...partnershipExample,
    email: uniqueEmail(),
    submissionId: crypto.randomUUID(),
    ...changes,
  };
}

/** Returns a contact message as its form sends it. */
export function filledMessage(changes: Record<string, unknown> = {}) {
  return {
    ...contactMessageExample,
    email: uniqueEmail(),
    submissionId: crypto.randomUUID(),
    ...changes,
  };
}

/** Returns an offer for a request as the staff form sends it, with a new id. The guarantee starts today. */
export function filledOffer(simulationId: string, changes: Record<string, unknown> = {}) {
  return {
    ...offerExample,
    startDate: todayInBrasilia(),
    pastStartReason: "As chaves são entregues hoje.",
    feeDueOn: todayInBrasilia(new Date(Date.now() + 10 * 86_400_000)),
    offerId: crypto.randomUUID(),
    simulationId,
    requestVersion: 0,
    ...changes,
  };
}

/** Returns the request body with which the studio asks for a test mail. The token in the body is invalid. */
export function filledTestMail(changes: Record<string, unknown> = {}) {
  const words = {
    subject: "Assunto de teste",
    preview: "Prévia de teste",
    heading: "Título de teste",
    paragraphs: ["Protocolo {{protocol}}, até {{answerBy}}."],
    button: "Ver o pedido",
    note: null,
  };
  return { token: "de-ninguem", mail: "simulationReceived", words, ...changes };
}

const uniqueEmail = () => `pessoa-${crypto.randomUUID().slice(0, 8)}@exemplo.com.br`;

/** Returns a random valid CPF. Calls are limited per CPF, so repeated calls with one CPF would be refused. */
function uniqueCpf(): string {
  const digits = Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte % 10);
  for (const weight of [10, 11]) {
    const sum = digits.reduce((total, digit, place) => total + digit * (weight - place), 0);
    digits.push(((sum * 10) % 11) % 10);
  }
  return digits.join("");
}

/**
 * Returns a random loopback address. Calls are limited per network address, so repeated calls from one address would be
 * refused.
 */
export function someAddress(): string {
  const [second = 0, third = 0, last = 0] = crypto.getRandomValues(new Uint8Array(3));
  return `127.${(second % 200) + 1}.${third}.${(last % 250) + 2}`;
}
