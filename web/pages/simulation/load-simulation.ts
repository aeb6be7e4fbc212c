import { termsVersionPath } from "../../../supabase/functions/_shared/contracts/terms-version.ts";
import { paths } from "../../config/paths.ts";
import type { PageReader } from "../../content/page-reader.ts";
import { simulationQuery } from "./simulation-query.ts";

/**
 * Reads the page, with the sentence of consent as its box has it: it leads to the very version that
 * is accepted, and to the privacy policy once there is one.
 */
export async function loadSimulation(read: PageReader["read"]) {
  const { privacyTitle, form, ...content } = await read(simulationQuery);
  const { consentText, consentLinkLabel, consentTextAfter, ...texts } = form;
  const { termsVersion } = content;
  return {
    ...content,
    form: texts,
    consent: [
      { text: `${consentText} ` },
      { text: consentLinkLabel, href: termsVersion ? termsVersionPath(termsVersion) : paths.terms },
      { text: ` ${consentTextAfter} ` },
      ...(privacyTitle ? [{ text: privacyTitle, href: paths.privacy }] : []),
    ],
  };
}
