import { EnvelopeIcon } from "@sanity/icons/Envelope";
import { mailTextNames } from "../../../supabase/functions/_shared/contracts/mail-texts.ts";
import { defineSingleton } from "../fields/define-singleton.ts";
import { mailTextField } from "../fields/mail-text-field.ts";

/** The words of the mails that people get; the facts of a request are added by the functions. */
export const mailTexts = defineSingleton({
  name: "mailTexts",
  title: "Textos dos e-mails",
  icon: EnvelopeIcon,
  fields: mailTextNames.map(mailTextField),
});
