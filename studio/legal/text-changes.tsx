import { Card, Stack, Text } from "@sanity/ui";
import { diffWordsWithSpace } from "diff";
import { z } from "zod";
import { sameLegalText } from "#contracts/legal-text.ts";
import { blocksSchema } from "../validation/check-texts.ts";

const textSchema = z.looseObject({
  title: z.string().catch(""),
  intro: z.string().catch(""),
  issuer: blocksSchema,
  clauses: z
    .array(
      z.looseObject({
        _key: z.string(),
        number: z.string().catch(""),
        title: z.string().catch(""),
        body: blocksSchema,
      }),
    )
    .catch([]),
});
const nothing = { _key: "", number: "", title: "", body: [] };
type Clause = z.infer<typeof textSchema>["clauses"][number];

/** Change of one clause, or of the text's title and introduction. */
export interface TextChange {
  key: string;
  heading: string;
  /** Former text with its title; empty for a new clause. */
  before: string;
  after: string;
}

/**
 * Compares two versions of a legal text by clause keys. Returns the changes in the order of the new text, removed
 * clauses last.
 */
export function textChanges(former: unknown, next: unknown): TextChange[] {
  const [before, after] = [clausesOf(former), clausesOf(next)];
  const gone = before.filter(({ _key }) => !after.some((clause) => clause._key === _key));
  const changed = after.flatMap((clause) => {
    const same = before.find(({ _key }) => _key === clause._key);
    if (same && sameLegalText({ clauses: [same] }, { clauses: [clause] })) return [];
    return [changeOf(same ?? nothing, clause)];
  });
  return [...changed, ...gone.map((clause) => changeOf(clause, nothing))];
}

function clausesOf(text: unknown): Clause[] {
  const { title, intro, issuer, clauses } = textSchema.parse(text ?? {});
  const body = [{ children: [{ text: intro }] }, ...issuer];
  return [{ _key: "opening", number: "", title, body }, ...clauses];
}

function changeOf(before: Clause, after: Clause): TextChange {
  const { _key: key, number, title } = after._key ? after : before;
  const name = [number, title].filter(Boolean).join(" ");
  return {
    key,
    heading: key === "opening" ? "Título e abertura" : name,
    before: wordsOf(before),
    after: wordsOf(after),
  };
}

function wordsOf({ title, body }: Clause): string {
  const paragraphs = body.map(({ children }) => children.map(({ text }) => text).join(""));
  return [title, ...paragraphs].filter(Boolean).join("\n");
}

export function TextChanges({ changes }: { changes: readonly TextChange[] }) {
  return (
    <Stack as="ul" gap={4} data-testid="text-changes">
      {changes.map(({ key, heading, before, after }) => (
        <Card as="li" key={key} border radius={2} padding={3}>
          <Stack gap={3}>
            <Text as="h3" size={1} weight="semibold">
              {heading}
              {before === "" && " (cláusula nova)"}
              {after === "" && " (cláusula que sai)"}
            </Text>
            <Text size={1} style={{ whiteSpace: "pre-line" }}>
              {before === after
                ? "Muda só o destaque de alguma palavra."
                : diffWordsWithSpace(before, after).map(({ added, removed, value }, index) => {
                    const piece = `${index}-${value}`;
                    if (added) return <ins key={piece}>{value}</ins>;
                    return removed ? <del key={piece}>{value}</del> : value;
                  })}
            </Text>
          </Stack>
        </Card>
      ))}
    </Stack>
  );
}
