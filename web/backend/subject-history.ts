import * as z from "zod/mini";

const entrySchema = z.object({
  id: z.number(),
  occurred_at: z.string(),
  action: z.string(),
  outcome: z.string(),
  who: z.nullable(z.string()),
  detail: z.nullable(z.string()),
});
type Entry = z.output<typeof entrySchema>;

/** Who did what with a record, newest first, as private.subject_history gives it. */
export const historySchema = z.array(entrySchema);

/** An action that succeeded, as what its doer did: "viu os dados". */
export type DescribeAction = (entry: Pick<Entry, "action" | "detail">) => string;

/** The lines of a history: a sentence for each entry, and at the end how the record began. */
export function historyLines(
  history: readonly Entry[],
  describe: DescribeAction,
  began: { key: string; moment: string; text: string },
) {
  const lines = history.map((entry) => {
    const somebody = entry.who ?? "Alguém de fora da equipe";
    const deed = entry.outcome === "denied" ? "tentou agir sem permissão" : describe(entry);
    return { key: String(entry.id), moment: entry.occurred_at, text: `${somebody} ${deed}` };
  });
  return [...lines, began];
}
