import * as z from "zod/mini";
import { defineTemplate } from "../define-template.ts";
import { Action, Details, Note, Paragraph } from "../mail-parts.tsx";

const sourceSchema = z.object({
  subject: z.object({ contract_number: z.string(), auth_email: z.string() }),
});

/**
 * To the tenant. The hash travels in the fragment, which browsers send to no server, and is
 * spent by a button on that page: mail scanners that open links spend nothing.
 */
export const passwordRecovery = defineTemplate(sourceSchema, async ({ subject }, context) => {
  const tokenHash = await context.createRecoveryHash(subject.auth_email);
  return {
    subject: "Crie uma nova senha para o seu contrato",
    preview: "O link vale por tempo limitado e só pode ser usado uma vez.",
    heading: "Crie uma nova senha",
    replyTo: context.company.email,
    body: (
      <>
        <Paragraph>
          Recebemos um pedido para recuperar o acesso ao seu contrato. Para criar uma nova senha,
          use o botão abaixo.
        </Paragraph>
        <Details title="Contrato" rows={[["Número", subject.contract_number]]} />
        <Action
          url={`${context.siteUrl}/area-cliente/nova-senha#token_hash=${encodeURIComponent(tokenHash)}`}
        >
          Criar nova senha
        </Action>
        <Paragraph>
          O link vale por uma hora e só pode ser usado uma vez. Se você pedir outro, este deixa de
          valer.
        </Paragraph>
        <Note>
          Não foi você? Ignore este e-mail: sua senha continua a mesma. Nunca pedimos a sua senha
          por e-mail, telefone ou WhatsApp.
        </Note>
      </>
    ),
  };
});
