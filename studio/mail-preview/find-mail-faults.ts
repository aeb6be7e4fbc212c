import { z } from "zod";
import { type MailTextName, mailTextKinds } from "#contracts/mail/mail-texts.ts";
import { checkNeededVariables, checkVariables } from "../validation/check-texts.ts";

const titles = {
  subject: "Assunto",
  preview: "Prévia",
  heading: "Título",
  paragraphs: "Parágrafos",
  button: "Botão",
  note: "Observação",
} satisfies Record<keyof MailWords, string>;

/** Returns messages about problems that prevent sending a mail. The studio's form has the same rules. */
export function findMailFaults(name: MailTextName, words: MailWords): string[] {
  const check = checkVariables(Object.keys(mailTextKinds[name].variables));
  const needed = checkNeededVariables(name)(words);
  const { note: _note, ...required } = words;
  const empty = Object.entries(required).filter(([, text]) => text.length === 0);
  return [
    ...empty.map(([field]) => `Falta preencher: ${titleOf(field)}.`),
    ...Object.entries(words).flatMap(([field, texts]) =>
      [texts ?? ""].flat().flatMap((text) => {
        const result = check(text);
        return result === true ? [] : [`${titleOf(field)}: ${result}`];
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
  // These values are used when the mail has no texts yet.
  .catch({ subject: "", preview: "", heading: "", paragraphs: [], button: "", note: null });

export type MailWords = z.infer<typeof wordsSchema>;

/** Reads the texts of a mail from the studio's document. Missing texts become empty. */
export function readMailWords(
  document: Readonly<Record<string, unknown>>,
  name: string,
): MailWords {
  return wordsSchema.parse(document[name]);
}
