import * as z from "zod/mini";
import { company } from "../company.ts";
import { defineTemplate } from "../define-template.ts";
import { button, paragraph } from "../mail-content.ts";

/** To a member of staff whose account has just been released. */
export const staffReleased = defineTemplate(z.object({}), (_source, { siteUrl }) => ({
  subject: "Sua conta foi liberada",
  preview: "Você já pode entrar na área de gerenciamento.",
  heading: "Sua conta foi liberada",
  replyTo: company.email,
  blocks: [
    paragraph(
      "Sua conta na área de gerenciamento foi liberada. Você já pode consultar e decidir as simulações.",
    ),
    button("Entrar", `${siteUrl}/login`),
  ],
}));
