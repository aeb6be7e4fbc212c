import { legalSources } from "../legal/legal-documents.ts";

/**
 * What administrators alone may change: the business rules, the settings, the legal texts with
 * their kept versions, and the redirects. Everybody who signs in reads them.
 */
export const administratorTypes: readonly string[] = [...legalSources, "legalVersion", "redirect"];
