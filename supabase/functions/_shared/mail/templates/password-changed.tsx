import * as z from "zod/mini";
import { defineTemplate } from "../define-template.ts";
import { Action, Details, Note, Paragraph } from "../mail-parts.tsx";

const sourceSchema = z.object({ subject: z.object({ contract_number: z.string() }) });

/** To the tenant after every change, so that a change by somebody else is noticed. */
export const passwordChanged = defineTemplate(
  sourceSchema,
  ({ subject }, { siteUrl, company }) => ({
    subject: "A senha do seu contrato foi alterada",
    preview: "Se não foi você, fale conosco agora mesmo.",
    heading: "Sua senha foi alterada",
    replyTo: company.email,
    body: (
      <>
        <Paragraph>
          A senha de acesso ao seu contrato acaba de ser alterada. Por segurança, encerramos o
          acesso em todos os aparelhos: para continuar, entre com a nova senha.
        </Paragraph>
        <Details title="Contrato" rows={[["Número", subject.contract_number]]} />
        <Action url={`${siteUrl}/area-cliente?aba=cliente`}>Entrar na área do cliente</Action>
        <Note>{`Não foi você? Recupere o acesso pela área do cliente e avise a nossa equipe em ${company.email}.`}</Note>
      </>
    ),
  }),
);
