import * as z from "zod/mini";
import { formatCurrency, formatShortDate } from "../../contracts/fields/formats.ts";
import { formatLetterCode } from "../../contracts/guarantee/letters.ts";
import { contractEndingSchema } from "../../contracts/guarantee/endings.ts";
import { claimUntilSchema } from "../../contracts/guarantee/inspections.ts";
import { type Mail, type MailContext, defineTemplate } from "../define-template.ts";
import { contractRow } from "../mail-examples.ts";
import { force, stateOf, wordsOfForce } from "../mail-formats.ts";
import { Action, type DetailRow, Details } from "../mail-parts.tsx";
import { ClosingNote, Paragraphs, wordMail } from "../word-mail.tsx";

/**
 * Where a landlord sees its contracts. The secret travels in the fragment, which browsers send to no
 * server; without one, as for an address whose contracts are over, the page tells how to get a link.
 */
export async function landlordUrl({ siteUrl, readLandlordSecret }: MailContext): Promise<string> {
  const secret = await readLandlordSecret();
  return `${siteUrl}/locador${secret === null ? "" : `#${secret}`}`;
}

/**
 * To an address that somebody gave as a landlord's, and to one that asked for a new link: of the
 * contracts nothing, since whose address it is nobody knows yet.
 */
function linkMail(name: "landlordAsked" | "landlordLink"): Mail {
  return defineTemplate(z.object({}), {}, async (_source, context) => {
    const words = wordMail(context, name, {});
    return {
      ...words,
      replyTo: context.company.email,
      body: (
        <>
          <Paragraphs texts={words.paragraphs} />
          <Action url={await landlordUrl(context)}>{words.button}</Action>
          <ClosingNote of={words} />
        </>
      ),
    };
  });
}

export const landlordAsked = linkMail("landlordAsked");
export const landlordLink = linkMail("landlordLink");

const letterSource = z.object({
  subject: z.object({
    letter_code: z.nullable(z.string()),
    cover_limit: z.nullable(z.number()),
    ...force,
    ends_on: z.nullable(z.string()),
    closed_at: z.nullable(z.string()),
    ending: z.optional(z.nullable(contractEndingSchema)),
    claimUntil: z.optional(z.nullable(claimUntilSchema)),
  }),
});
type Letter = z.output<typeof letterSource>["subject"];

/** How a guarantee came to its end, of what whoever holds the letter may know, and what it is worth. */
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
  subject: {
    ...contractRow,
    letter_code: "7K3MQ9ZT4B0X",
    claimUntil: { day: "2026-10-14", countedFrom: "keys", since: "2026-09-14" },
  },
};

const running = { status: "active", end_date: "2100-11-30" };

/** To a confirmed address, about the letter: of the tenant and the property nothing. */
function letterMail(
  name: "landlordLetter" | "landlordReplaced" | "landlordEnded" | "landlordFee",
): Mail {
  const isOver = name === "landlordEnded";
  const example = {
    subject: {
      ...contractRow,
      ...(isOver ? { claimUntil: claimsEndExample.subject.claimUntil } : running),
      letter_code: "7K3MQ9ZT4B0X",
      cover_limit: 15_124.2,
    },
  };
  return defineTemplate(letterSource, example, async ({ subject }, context) => {
    const { letter_code: code, cover_limit: limit, ends_on: endsOn } = subject;
    const words = wordMail(context, name, {
      ...(name === "landlordFee" && { state: wordsOfForce(subject) }),
      ...(isOver && wordsOfEnd(subject)),
    });
    const rows: DetailRow[] = [
      ...(code === null ? [] : [["Código da carta", formatLetterCode(code)] as const]),
      ...(limit === null ? [] : [["Limite da cobertura", formatCurrency(limit)] as const]),
      ["Vigência", `${formatShortDate(subject.start_date)} a ${formatShortDate(subject.end_date)}`],
      ...(isOver ? [["Situação", endingOf(subject.status, endsOn)] as const] : []),
      ...(stateOf(subject) === "awaiting_payment"
        ? [["Situação", "Aguardando o pagamento da taxa"] as const]
        : []),
    ];
    return {
      ...words,
      replyTo: context.company.email,
      body: (
        <>
          <Paragraphs texts={words.paragraphs} />
          <Details title="Carta de fiança" rows={rows} />
          <Action url={await landlordUrl(context)}>{words.button}</Action>
          <ClosingNote of={words} />
        </>
      ),
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

const claimsEndSource = z.object({
  subject: z.object({
    contract_number: z.string(),
    letter_code: z.nullable(z.string()),
    claimUntil: claimUntilSchema,
  }),
});

/** Until which day, and from which it is counted, in the words of a sentence. */
function namesOfDay({ day, countedFrom, since }: z.output<typeof claimUntilSchema>) {
  const from = countedFrom === "keys" ? "da entrega das chaves" : "do fim do contrato";
  return {
    claimUntil: formatShortDate(day),
    counted: `contados ${from}, em ${formatShortDate(since)}`,
  };
}

/** To the tenant, before the last day on which the guarantee can be called on. */
export const claimsEndSoon = defineTemplate(
  claimsEndSource,
  claimsEndExample,
  ({ subject }, context) => {
    const contractNumber = subject.contract_number;
    const days = namesOfDay(subject.claimUntil);
    const words = wordMail(context, "claimsEndSoon", { contractNumber, ...days });
    return {
      ...words,
      replyTo: context.company.email,
      body: (
        <>
          <Paragraphs texts={words.paragraphs} />
          <Details
            title="Contrato"
            rows={[
              ["Número do contrato", contractNumber],
              ["Último dia", days.claimUntil],
            ]}
          />
          <Action url={`${context.siteUrl}/area-cliente?aba=cliente`}>{words.button}</Action>
          <ClosingNote of={words} />
        </>
      ),
    };
  },
);

/** To the landlord on the same days. */
export const landlordClaimsEnd = defineTemplate(
  claimsEndSource,
  claimsEndExample,
  async ({ subject }, context) => {
    const letterCode = formatLetterCode(subject.letter_code ?? "");
    const days = namesOfDay(subject.claimUntil);
    const words = wordMail(context, "landlordClaimsEnd", { letterCode, ...days });
    return {
      ...words,
      replyTo: context.company.email,
      body: (
        <>
          <Paragraphs texts={words.paragraphs} />
          <Details
            title="Carta de fiança"
            rows={[
              ...(letterCode === "" ? [] : [["Código da carta", letterCode] as const]),
              ["Último dia", days.claimUntil],
            ]}
          />
          <Action url={await landlordUrl(context)}>{words.button}</Action>
          <ClosingNote of={words} />
        </>
      ),
    };
  },
);
