import * as z from "zod/mini";
import { defineTemplate } from "../define-template.ts";
import { Action, Paragraph } from "../mail-parts.tsx";

/** To a member of staff whose account has just been released. */
export const staffReleased = defineTemplate(z.object({}), (_source, { siteUrl, company }) => ({
  subject: "Sua conta foi liberada",
  preview: "Você já pode entrar na área de gerenciamento.",
  heading: "Sua conta foi liberada",
  replyTo: company.email,
  body: (
    <>
      <Paragraph>
        Sua conta na área de gerenciamento foi liberada. Você já pode consultar e decidir as
        simulações.
      </Paragraph>
      <Action url={`${siteUrl}/login`}>Entrar</Action>
    </>
  ),
}));
