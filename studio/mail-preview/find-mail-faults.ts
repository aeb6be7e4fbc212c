import { z } from "zod";
import {
  type MailTextName,
  mailTextKinds,
} from "../../supabase/functions/_shared/contracts/mail-texts.ts";
import { checkNeededVariables, checkVariables } from "../validation/texts.ts";

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

const line = z.string().catch("");

const wordsSchema = z
  .object({
    subject: line,
    preview: line,
    heading: line,
    paragraphs: z.array(line).catch([]),
    button: line,
    note: z.string().nullable().catch(null),
  })
  // A mail that nobody has begun to word.
  .catch({ subject: "", preview: "", heading: "", paragraphs: [], button: "", note: null });

/** The words of one mail as an editor has them, finished or not. */
export type MailWords = z.infer<typeof wordsSchema>;

/** Reads the words of a mail from its document; what is missing is empty. */
export function readMailWords(
  document: Readonly<Record<string, unknown>>,
  name: string,
): MailWords {
  return wordsSchema.parse(document[name]);
}
