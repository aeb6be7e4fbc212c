import * as z from "zod/mini";
import { formatLetterCode } from "../../contracts/letter-code.ts";
import { defineTemplate } from "../define-template.ts";
import { Action, type DetailRow, Details, SideLink } from "../mail-parts.tsx";
import { ClosingNote, Paragraphs, wordMail } from "../word-mail.tsx";

const sourceSchema = z.object({
  subject: z.object({
    contract_number: z.string(),
    letter_code: z.string(),
    protocol: z.nullable(z.string()),
  }),
});

/**
 * To the tenant, once letter and contract are made. The secret of the link, as the letter's code,
 * travels in the fragment, which browsers send to no server.
 */
export const contractReady = defineTemplate(sourceSchema, async ({ subject }, context) => {
  const { contract_number: contractNumber, letter_code: code, protocol } = subject;
  const words = wordMail(context, "contractReady", { contractNumber });
  const secret = await context.createLinkSecret();
  const rows: DetailRow[] = [
    ["Número do contrato", contractNumber],
    ...(protocol === null ? [] : [["Protocolo do pedido", protocol] as const]),
    ["Código da carta de fiança", formatLetterCode(code)],
  ];
  return {
    ...words,
    replyTo: context.company.email,
    body: (
      <>
        <Paragraphs texts={words.paragraphs} />
        <Action url={`${context.siteUrl}/area-cliente/nova-senha#token_hash=${secret}`}>
          {words.button}
        </Action>
        <Details title="Contrato" rows={rows} />
        <SideLink url={`${context.siteUrl}/verificar#${code}`}>
          Verificar a carta de fiança
        </SideLink>
        <ClosingNote of={words} />
      </>
    ),
  };
});
