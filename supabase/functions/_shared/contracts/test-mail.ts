import * as z from "zod/mini";
import { mailTextNames } from "./mail-texts.ts";
import { multiLine, singleLine } from "./text.ts";

const line = z.string().check(z.overwrite(singleLine), z.minLength(1), z.maxLength(300));
const paragraph = z.string().check(z.overwrite(multiLine), z.minLength(1), z.maxLength(2000));

/** The words of one mail as an editor has them, published or not. */
export const testMailSchema = z.object({
  mail: z.enum(mailTextNames),
  words: z.object({
    subject: line,
    preview: line,
    heading: line,
    paragraphs: z.array(paragraph).check(z.minLength(1), z.maxLength(20)),
    button: line,
    note: z._default(z.nullable(paragraph), null),
  }),
});

/** What send-test-mail takes: a mail, and the token by which the content API knows the editor. */
export const testMailRequestSchema = z.extend(testMailSchema, {
  token: z.string().check(z.maxLength(1000), z.regex(/^[\w.~+/=-]+$/)),
});
