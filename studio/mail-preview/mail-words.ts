import { z } from "zod";

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
