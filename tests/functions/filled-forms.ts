import { contactMessageExample } from "../../supabase/functions/_shared/contracts/contact-message.ts";
import { todayInBrasilia } from "../../supabase/functions/_shared/contracts/fields/formats.ts";
import { offerExample } from "../../supabase/functions/_shared/contracts/offer.ts";
import { partnershipExample } from "../../supabase/functions/_shared/contracts/partnership-request.ts";
import { simulationExample } from "../../supabase/functions/_shared/contracts/simulation-request.ts";

/** A simulation as the form sends it; each has an e-mail address of its own. */
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

/** A partnership request as the form sends it. */
export function filledPartnership(changes: Record<string, unknown> = {}) {
  return {
    ...partnershipExample,
    email: uniqueEmail(),
    submissionId: crypto.randomUUID(),
    ...changes,
  };
}

/** A message as the contact form sends it. */
export function filledMessage(changes: Record<string, unknown> = {}) {
  return {
    ...contactMessageExample,
    email: uniqueEmail(),
    submissionId: crypto.randomUUID(),
    ...changes,
  };
}

/** Conditions as staff send them, for a request; each is a form of its own. */
export function filledOffer(simulationId: string, changes: Record<string, unknown> = {}) {
  return {
    ...offerExample,
    startDate: todayInBrasilia(),
    feeDueOn: todayInBrasilia(),
    offerId: crypto.randomUUID(),
    simulationId,
    ...changes,
  };
}

/** What the studio sends to have a mail tried, with a token that nobody has. */
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

/** A valid CPF at random: limits count by CPF. */
function uniqueCpf(): string {
  const digits = Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte % 10);
  for (const weight of [10, 11]) {
    const sum = digits.reduce((total, digit, place) => total + digit * (weight - place), 0);
    digits.push(((sum * 10) % 11) % 10);
  }
  return digits.join("");
}

/** A loopback address at random: limits count by address. */
export function someAddress(): string {
  const [second = 0, third = 0, last = 0] = crypto.getRandomValues(new Uint8Array(3));
  return `127.${(second % 200) + 1}.${third}.${(last % 250) + 2}`;
}
