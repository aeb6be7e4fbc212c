import * as z from "zod/mini";
import { defineTemplate } from "../define-template.ts";
import { Action, Note, Paragraph } from "../mail-parts.tsx";

const sourceSchema = z.object({
  payload: z.object({ email: z.string(), isKnown: z.optional(z.boolean()) }),
});

/**
 * To whoever signed up for the staff area, or whose address somebody used. The hash travels in
 * the fragment and is spent by a button on that page, so mail scanners spend nothing.
 */
export const staffConfirmation = defineTemplate(sourceSchema, async ({ payload }, context) => {
  if (payload.isKnown) {
    return {
      subject: "Você já tem uma conta na área de gerenciamento",
      preview: "Alguém tentou se cadastrar com este e-mail.",
      heading: "Esta conta já existe",
      replyTo: context.company.email,
      body: (
        <>
          <Paragraph>
            Recebemos um cadastro na área de gerenciamento com o seu e-mail, que já tem uma conta
            confirmada. Nada mudou: entre com a senha que você já usa.
          </Paragraph>
          <Action url={`${context.siteUrl}/area-cliente`}>Entrar</Action>
          <Note>Não foi você? Ignore este e-mail: ninguém entrou na sua conta.</Note>
        </>
      ),
    };
  }
  const tokenHash = await context.createRecoveryHash(payload.email);
  return {
    subject: "Confirme seu e-mail",
    preview: "Falta um passo para concluir o seu cadastro na área de gerenciamento.",
    heading: "Confirme seu e-mail",
    replyTo: context.company.email,
    body: (
      <>
        <Paragraph>
          Para concluir o cadastro na área de gerenciamento, confirme que este e-mail é seu. Você
          vai precisar da senha que escolheu no cadastro.
        </Paragraph>
        <Action
          url={`${context.siteUrl}/area-cliente/confirmar-email#token_hash=${encodeURIComponent(tokenHash)}`}
        >
          Confirmar meu e-mail
        </Action>
        <Paragraph>
          O link vale por uma hora. Depois da confirmação, alguém da equipe libera o seu acesso.
        </Paragraph>
        <Note>
          Não foi você quem se cadastrou? Ignore este e-mail: sem a confirmação, a conta é apagada
          em poucos dias.
        </Note>
      </>
    ),
  };
});
