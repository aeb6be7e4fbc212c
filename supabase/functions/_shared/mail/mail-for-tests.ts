import { z } from "zod";
import type { OutgoingMailTemplate } from "#contracts/stored-values.ts";
import { seedContent } from "../content/seed-content.ts";
import type { MailContext } from "./define-template.ts";
import { mailExample, renderMail } from "./render-mail.tsx";

/** Content of the seed, and a recognisable secret for each kind of link. */
export const mailContext: MailContext = {
  ...seedContent,
  siteUrl: "https://payser.example",
  createLinkSecret: async () => "B".repeat(22),
  readTrackingSecret: async () => "A".repeat(22),
  readLandlordSecret: async () => "C".repeat(22),
  readAccountSecret: async () => "D".repeat(22),
};

/** `mailContext` with a published Pix key, for mails that bring a Pix code. */
export const mailContextWithPix: MailContext = {
  ...mailContext,
  pix: {
    key: "71c7d9be-4b85-4e43-9f1c-1f3b8b4e9a2d",
    payeeName: "PAYSER GARANTIAS",
    payeeCity: "MARINGA",
    note: "Confira o nome de quem recebe.",
  },
};

/** Parses an object whose fields a test does not know. */
export const looseSchema = z.looseObject({});

/** Returns the example row of a mail, for tests that change some of its fields. */
export const exampleOf = (template: OutgoingMailTemplate) =>
  looseSchema.parse(mailExample(template).subject ?? {});

/** Renders the example of a mail with changes in the data of its row. */
export function renderExample(
  template: OutgoingMailTemplate,
  changes: object = {},
  context = mailContext,
) {
  const { payload } = mailExample(template);
  return renderMail(
    template,
    { payload, subject: { ...exampleOf(template), ...changes } },
    context,
  );
}

/** Renders a mail from its example with changed fields, as plain text on one line. */
export async function textOfMail(template: OutgoingMailTemplate, changes: object = {}) {
  return (await renderExample(template, changes)).text.replace(/\s+/g, " ");
}
