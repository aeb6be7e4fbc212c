import * as z from "zod/mini";
import { isRealDate } from "../fields/people.ts";
import { optionalTextField, textField } from "../fields/text.ts";

/** Form in which staff record the answer of a credit bureau. The site itself calls no bureau. */
export const bureauAnswerFormSchema = z.object({
  source: textField({ min: 2, max: 60, message: "Informe de onde veio a resposta" }),
  /** Day of the answer, as YYYY-MM-DD. The database refuses a day in the future or more than a year ago. */
  answeredOn: z
    .string("Informe o dia da resposta")
    .check(z.refine(isRealDate, "Informe o dia da resposta")),
  /** Score from 0 to 1000; undefined when the bureau gave none. */
  score: z._default(
    z.string().check(
      z.trim(),
      z.refine(
        (typed) => typed === "" || (/^[0-9]{1,4}$/.test(typed) && Number(typed) <= 1000),
        "Informe um número inteiro de 0 a 1.000",
      ),
    ),
    "",
  ),
  note: optionalTextField(1000),
});

export type BureauAnswerForm = z.output<typeof bureauAnswerFormSchema>;

/** Form in which staff set a wrong answer aside. */
export const bureauAsideFormSchema = z.object({
  reason: textField({ min: 3, max: 500, message: "Diga por que a resposta não vale" }),
});

/** Answer of a credit bureau, as staff see it. Dates are YYYY-MM-DD, times ISO 8601. */
export const bureauAnswerSchema = z.object({
  id: z.string(),
  source: z.string(),
  answeredOn: z.string(),
  score: z.nullable(z.number()),
  note: z.nullable(z.string()),
  hasFile: z.boolean(),
  recordedAt: z.string(),
  /** Member of staff who recorded the answer; null after the account was removed. */
  who: z.nullable(z.string()),
  /** Facts of an answer that no longer counts; null for one that counts. */
  aside: z.nullable(z.object({ at: z.string(), who: z.nullable(z.string()), reason: z.string() })),
});

export type BureauAnswer = z.output<typeof bureauAnswerSchema>;
