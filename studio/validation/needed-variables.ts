import {
  type MailTextName,
  unnamedVariables,
} from "../../supabase/functions/_shared/contracts/mail-texts.ts";

/** Accepts the words of a mail that name all that its reader has to learn; else tells what they lack. */
export function checkNeededVariables(name: MailTextName) {
  return (words: Record<string, unknown> | undefined): true | string => {
    const texts = Object.values(words ?? {})
      .flat()
      .filter((text) => typeof text === "string");
    const missing = unnamedVariables(name, texts).map((variable) => `{{${variable}}}`);
    return missing.length === 0 || `Algum texto deste e-mail precisa dizer ${missing.join(" e ")}.`;
  };
}
