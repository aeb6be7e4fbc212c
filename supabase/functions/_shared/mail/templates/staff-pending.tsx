import * as z from "zod/mini";
import { defineTemplate } from "../define-template.ts";
import { Action, Details, Note, Paragraph } from "../mail-parts.tsx";

const sourceSchema = z.object({ payload: z.object({ email: z.string() }) });

/** To the staff inbox: somebody signed up at the login screen and sees nothing yet. */
export const staffPending = defineTemplate(sourceSchema, ({ payload }, { siteUrl }) => ({
  subject: "Uma nova conta aguarda liberação",
  preview: `${payload.email} se cadastrou na área de gerenciamento.`,
  heading: "Nova conta aguardando liberação",
  body: (
    <>
      <Paragraph>
        Alguém se cadastrou na área de gerenciamento. Até a liberação, a conta não vê nenhum dado.
      </Paragraph>
      <Details title="Conta" rows={[["E-mail", payload.email]]} />
      <Action url={`${siteUrl}/admin/simulacoes`}>Abrir a área de gerenciamento</Action>
      <Note>
        Libere somente pessoas que você conhece. Se não reconhece o endereço, desative a conta.
      </Note>
    </>
  ),
}));
