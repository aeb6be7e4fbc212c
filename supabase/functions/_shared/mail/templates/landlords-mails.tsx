import * as z from "zod/mini";
import { formatCurrency, formatShortDate } from "#contracts/fields/formats.ts";
import { formatLetterCode } from "#contracts/leases/letters.ts";
import { claimUntilSchema, countClaimDays } from "#contracts/inspections/inspections.ts";
import type { Mail } from "../define-template.ts";
import { contractRow } from "../mail-examples.ts";
import {
  contractUrl,
  landlordUrl,
  leaseColumns,
  leaseRows,
  stateOf,
  withoutLinks,
  wordsOfForce,
} from "../mail-formats.ts";
import { defineRowMail } from "../word-mail.tsx";
import { claimUntilExample } from "../words/ending-words.ts";
import { endingOf, letterSchema, wordsOfAct, wordsOfEnd } from "../words/landlord-words.ts";

/** Defines the mails with a link for an unproven landlord address; they say nothing about contracts. */
function linkMail(name: "landlordAsked" | "landlordLink"): Mail {
  return defineRowMail(name, z.unknown(), null, async (_row, context) => ({
    variables: {},
    url: await landlordUrl(context),
  }));
}

export const landlordAsked = linkMail("landlordAsked");
export const landlordLink = linkMail("landlordLink");

const claimsEndExample = {
  ...contractRow,
  letter_code: "7K3MQ9ZT4B0X",
  claimUntil: claimUntilExample,
};

const running = { status: "active", end_date: "2100-11-30" };

/** Defines a mail about the letter to a confirmed landlord address. */
function letterMail(
  name: "landlordLetter" | "landlordReplaced" | "landlordEnded" | "landlordFee",
): Mail {
  const isOver = name === "landlordEnded";
  const example = {
    ...contractRow,
    ...(isOver ? { claimUntil: claimsEndExample.claimUntil } : running),
    letter_code: "7K3MQ9ZT4B0X",
    cover_limit: 15_124.2,
  };
  return defineRowMail(name, letterSchema, example, async (letter, context) => {
    const { letter_code: code, cover_limit: limit } = letter;
    const isUnpaid = stateOf(letter) === "awaiting_payment";
    return {
      variables: {
        ...(name === "landlordFee" && { state: wordsOfForce(letter) }),
        ...(isOver && wordsOfEnd(letter, context.rules)),
      },
      facts: [
        "Carta de fiança",
        ...leaseRows(letter),
        ["Código da carta", code === null ? null : formatLetterCode(code)],
        ["Limite da cobertura", limit === null ? null : formatCurrency(limit)],
        [
          isOver ? "Prazo contratado" : "Vigência",
          `${formatShortDate(letter.start_date)} a ${formatShortDate(letter.end_date)}`,
        ],
        ["Situação", isOver ? endingOf(letter.status, letter.ends_on) : null],
        ["Situação", isUnpaid ? "Aguardando o pagamento da taxa" : null],
      ],
      url: await landlordUrl(context, letter.lease_id),
    };
  });
}

export const landlordLetter = letterMail("landlordLetter");
export const landlordReplaced = letterMail("landlordReplaced");
export const landlordEnded = letterMail("landlordEnded");
export const landlordFee = letterMail("landlordFee");

const claimsEndSchema = z.object({
  id: z.string(),
  ...leaseColumns,
  contract_number: z.string(),
  letter_code: z.nullable(z.string()),
  claimUntil: claimUntilSchema,
});

/** Defines the mail to the tenant before the last day for claims. */
export const claimsEndSoon = defineRowMail(
  "claimsEndSoon",
  claimsEndSchema,
  claimsEndExample,
  ({ id, contract_number: contractNumber, claimUntil: until }, context) => {
    const claimUntil = formatShortDate(until.day);
    return {
      variables: { contractNumber, claimUntil, counted: countClaimDays(until, context.rules) },
      facts: ["Contrato", ["Número do contrato", contractNumber], ["Último dia", claimUntil]],
      url: contractUrl(context, id),
    };
  },
);

/** Defines the mail to the landlord before the last day for claims. */
export const landlordClaimsEnd = defineRowMail(
  "landlordClaimsEnd",
  claimsEndSchema,
  claimsEndExample,
  async ({ letter_code, claimUntil: until, ...lease }, context) => {
    const letterCode = formatLetterCode(letter_code ?? "");
    const claimUntil = formatShortDate(until.day);
    return {
      variables: { letterCode, claimUntil, counted: countClaimDays(until, context.rules) },
      facts: [
        "Carta de fiança",
        ...leaseRows(lease),
        ["Código da carta", letterCode || null],
        ["Último dia", claimUntil],
      ],
      url: await landlordUrl(context, lease.lease_id),
    };
  },
);

/** Defines the mail that reports an act of a landlord's address to all addresses of the lease. */
export const landlordAct = defineRowMail(
  "landlordAct",
  z.object({
    ...leaseColumns,
    /** The address is null when it was removed meanwhile. */
    act: z.object({ what: z.string(), by: z.nullable(z.string()) }),
  }),
  { ...contractRow, act: { what: "account-changed", by: "l•••@exemplo.com.br" } },
  async ({ act: { what, by }, ...lease }, context) => {
    const [act, next] = wordsOfAct(what);
    return {
      variables: { act, next },
      facts: ["Locação", ...leaseRows(lease), ["Quem fez", by && withoutLinks(by)]],
      url: await landlordUrl(context, lease.lease_id),
    };
  },
);

/** Defines the mail to an address that the tenant gave and that staff have checked: it acts for the landlord now. */
export const landlordChecked = defineRowMail(
  "landlordChecked",
  z.object(leaseColumns),
  contractRow,
  async (lease, context) => ({
    variables: {},
    facts: ["Locação", ...leaseRows(lease)],
    url: await landlordUrl(context, lease.lease_id),
  }),
);

/** Defines the mail to the staff inbox about a confirmed address that waits for their check. */
export const addressNotice = defineRowMail(
  "addressNotice",
  z.object({ id: z.string(), contract_number: z.string(), landlord_name: z.string() }),
  { ...contractRow, landlord_name: "José Pereira" },
  ({ id, contract_number: contractNumber, landlord_name }, { siteUrl }) => {
    const landlordName = withoutLinks(landlord_name);
    return {
      variables: { contractNumber, landlordName },
      replyTo: null,
      facts: ["Locador", ["Contrato", contractNumber], ["Nome no contrato", landlordName]],
      url: `${siteUrl}/admin/contratos#${id}`,
    };
  },
);
