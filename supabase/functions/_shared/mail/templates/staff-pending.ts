import * as z from "zod/mini";
import { defineTemplate } from "../define-template.ts";
import { button, details, note, paragraph } from "../mail-content.ts";

const sourceSchema = z.object({ payload: z.object({ email: z.string() }) });

/** To the staff inbox: somebody signed up at the login screen and sees nothing yet. */
export const staffPending = defineTemplate(sourceSchema, ({ payload }, { siteUrl }) => ({
  subject: "Uma nova conta aguarda liberação",
  preview: `${payload.email} se cadastrou na área de gerenciamento.`,
  heading: "Nova conta aguardando liberação",
  blocks: [
    paragraph(
      "Alguém se cadastrou na área de gerenciamento. Até a liberação, a conta não vê nenhum dado.",
    ),
    details("Conta", [["E-mail", payload.email]]),
    button("Abrir a área de gerenciamento", `${siteUrl}/admin/simulacoes`),
    note("Libere somente pessoas que você conhece. Se não reconhece o endereço, desative a conta."),
  ],
}));
