import { z } from "zod";
import type { OutgoingMailTemplate } from "#contracts/stored-values.ts";
import { seedContent } from "../content/seed-content.ts";
import { mailExample, renderMail } from "./render-mail.tsx";

const context = {
  ...seedContent,
  siteUrl: "https://payser.example",
  createLinkSecret: async () => "B".repeat(22),
  readTrackingSecret: async () => "A".repeat(22),
  readLandlordSecret: async () => "C".repeat(22),
  readAccountSecret: async () => "D".repeat(22),
};

/** Parses an object whose fields a test does not know. */
export const looseSchema = z.looseObject({});

/** Returns the example row of a mail, for tests that change some of its fields. */
export const exampleOf = (template: OutgoingMailTemplate) =>
  looseSchema.parse(mailExample(template).subject ?? {});

/** Renders a mail from its example with changed fields, as plain text on one line. For tests. */
export async function textOfMail(template: OutgoingMailTemplate, changes: object = {}) {
  const subject = { ...exampleOf(template), ...changes };
  return (await renderMail(template, { payload: {}, subject }, context)).text.replace(/\s+/g, " ");
}
