import {
  mailTextKinds,
  type MailTextName,
} from "../../supabase/functions/_shared/contracts/mail-texts.ts";
import { checkVariables } from "../validation/known-tokens.ts";
import { checkNeededVariables } from "../validation/needed-variables.ts";
import type { MailWords } from "./mail-words.ts";

const titles = {
  subject: "Assunto",
  preview: "Prévia",
  heading: "Título",
  paragraphs: "Parágrafos",
  button: "Botão",
  note: "Observação",
} satisfies Record<keyof MailWords, string>;

/** What keeps a mail with these words from being sent, as an editor reads it; the form's own rules. */
export function findMailFaults(name: MailTextName, words: MailWords): string[] {
  const check = checkVariables(Object.keys(mailTextKinds[name].variables));
  const needed = checkNeededVariables(name)(words);
  const { note: _note, ...required } = words;
  const empty = Object.entries(required).filter(([, text]) => text.length === 0);
  return [
    ...empty.map(([field]) => `Falta preencher: ${titleOf(field)}.`),
    ...Object.entries(words).flatMap(([field, texts]) =>
      [texts ?? ""].flat().flatMap((text) => {
        const told = check(text);
        return told === true ? [] : [`${titleOf(field)}: ${told}`];
      }),
    ),
    ...(needed === true ? [] : [needed]),
  ];
}

function titleOf(field: string): string {
  return new Map(Object.entries(titles)).get(field) ?? field;
}
