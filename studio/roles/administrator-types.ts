import { legalSources } from "../legal/legal-documents.ts";

/** Types that only administrators may change; all signed-in editors can read them. */
export const administratorTypes: readonly string[] = [...legalSources, "legalVersion", "redirect"];
