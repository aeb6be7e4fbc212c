import * as z from "zod/mini";
import { formatCurrency, formatShortDate } from "#contracts/fields/formats.ts";
import { formatLetterCode } from "#contracts/leases/letters.ts";
import { contractEndingSchema } from "#contracts/leases/endings.ts";
import { claimUntilSchema } from "#contracts/inspections/inspections.ts";
import type { Mail, MailContext } from "../define-template.ts";
import { contractRow } from "../mail-examples.ts";
import { force, stateOf, wordsOfForce } from "../mail-formats.ts";
import { defineRowMail } from "../word-mail.tsx";

/**
 * Returns the URL of the landlord's page, with the link's secret if there is one. The secret is in the fragment, which
 * browsers send to no server.
 */
export async function landlordUrl({ siteUrl, readLandlordSecret }: MailContext): Promise<string> {
  const secret = await readLandlordSecret();
  return `${siteUrl}/locador${secret === null ? "" : `#${secret}`}`;
}

/** Defines the mails with a link for an unproven landlord address; they say nothing about contracts. */
function linkMail(name: "landlordAsked" | "landlordLink"): Mail {
  return defineRowMail(name, z.unknown(), null, async (_row, context) => ({
    variables: {},
    url: await landlordUrl(context),
  }));
}

export const landlordAsked = linkMail("landlordAsked");
export const landlordLink = linkMail("landlordLink");

const letterSchema = z.object({
  letter_code: z.nullable(z.string()),
  cover_limit: z.nullable(z.number()),
  ...force,
  ends_on: z.nullable(z.string()),
  closed_at: z.nullable(z.string()),
  ending: z.optional(z.nullable(contractEndingSchema)),
  claimUntil: z.optional(z.nullable(claimUntilSchema)),
});
type Letter = z.output<typeof letterSchema>;

/** Describes the end of a guarantee and its effect, as far as a holder of the letter may know. */
function wordsOfEnd({ status, ending, ends_on, end_date, claimUntil }: Letter) {
  if (status !== "cancelled") {
    const until = claimUntil ? ` até ${formatShortDate(claimUntil.day)}` : "";
    return {
      ended: `terminou em ${formatShortDate(ends_on ?? end_date)}`,
      follows: `Ela não cobre o que acontecer depois disso. Pelo que aconteceu enquanto ela valia, você pode acionar a garantia${until}`,
    };
  }
  const kind = ending?.status === "confirmed" ? ending.kind : undefined;
  const why = {
    regret: ": o locatário desistiu no prazo legal",
    "cancelled-before-start": " antes de começar",
  };
  return {
    ended: `foi cancelada${kind === "regret" || kind === "cancelled-before-start" ? why[kind] : ""}`,
    follows: "A carta não vale mais como garantia: combine outra com o locatário",
  };
}

const claimsEndExample = {
  ...contractRow,
  letter_code: "7K3MQ9ZT4B0X",
  claimUntil: { day: "2026-10-14", countedFrom: "keys", since: "2026-09-14" },
};

const running = { status: "active", end_date: "2100-11-30" };

/**
 * Defines a mail about the letter to a confirmed landlord address. The mail names neither the tenant nor the property.
 */
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
        ...(isOver && wordsOfEnd(letter)),
      },
      facts: [
        "Carta de fiança",
        ["Código da carta", code === null ? null : formatLetterCode(code)],
        ["Limite da cobertura", limit === null ? null : formatCurrency(limit)],
        ["Vigência", `${formatShortDate(letter.start_date)} a ${formatShortDate(letter.end_date)}`],
        ["Situação", isOver ? endingOf(letter.status, letter.ends_on) : null],
        ["Situação", isUnpaid ? "Aguardando o pagamento da taxa" : null],
      ],
      url: await landlordUrl(context),
    };
  });
}

function endingOf(status: string, endsOn: string | null): string {
  if (status === "cancelled") return "Cancelada";
  return endsOn === null ? "Fim do prazo" : `Encerrada em ${formatShortDate(endsOn)}`;
}

export const landlordLetter = letterMail("landlordLetter");
export const landlordReplaced = letterMail("landlordReplaced");
export const landlordEnded = letterMail("landlordEnded");
export const landlordFee = letterMail("landlordFee");

const claimsEndSchema = z.object({
  contract_number: z.string(),
  letter_code: z.nullable(z.string()),
  claimUntil: claimUntilSchema,
});

/** Returns variables for a sentence: the last day for claims, and the day from which it is counted. */
function namesOfDay({ day, countedFrom, since }: z.output<typeof claimUntilSchema>) {
  const from = countedFrom === "keys" ? "da entrega das chaves" : "do fim do contrato";
  return {
    claimUntil: formatShortDate(day),
    counted: `contados ${from}, em ${formatShortDate(since)}`,
  };
}

/** Defines the mail to the tenant before the last day for claims. */
export const claimsEndSoon = defineRowMail(
  "claimsEndSoon",
  claimsEndSchema,
  claimsEndExample,
  ({ contract_number: contractNumber, claimUntil }, { siteUrl }) => {
    const days = namesOfDay(claimUntil);
    return {
      variables: { contractNumber, ...days },
      facts: ["Contrato", ["Número do contrato", contractNumber], ["Último dia", days.claimUntil]],
      url: `${siteUrl}/area-cliente?aba=cliente`,
    };
  },
);

/** Defines the mail to the landlord before the last day for claims. */
export const landlordClaimsEnd = defineRowMail(
  "landlordClaimsEnd",
  claimsEndSchema,
  claimsEndExample,
  async ({ letter_code, claimUntil }, context) => {
    const letterCode = formatLetterCode(letter_code ?? "");
    const days = namesOfDay(claimUntil);
    return {
      variables: { letterCode, ...days },
      facts: [
        "Carta de fiança",
        ["Código da carta", letterCode || null],
        ["Último dia", days.claimUntil],
      ],
      url: await landlordUrl(context),
    };
  },
);
