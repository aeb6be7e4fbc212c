import { useMutation } from "@tanstack/react-query";
import { type ReactNode, type SubmitEvent, useState } from "react";
import type * as z from "zod/mini";
import { fillVariables } from "#contracts/fields/variables.ts";
import { claimAnswerFormSchema } from "#contracts/claims/claim-forms.ts";
import type { ClaimItem, ClaimView } from "#contracts/claims/claims.ts";
import { fieldMessages } from "#contracts/reply.ts";
import { ActionAlert, Button } from "../../ui/feedback/button.tsx";
import { TextAreaField } from "../../ui/form/controls.tsx";
import { sentenceOf } from "../../ui/form/form-failure.ts";
import { Form } from "../../ui/form/form.tsx";
import { answerDrafts } from "./claim-draft.ts";

const drafts = answerDrafts();

const list = new Intl.ListFormat("pt-BR", { type: "conjunction" });

/** Names items by their numbers: "item 2", "itens 1 e 2". */
export function nameItems(numbers: readonly number[]): string {
  return `${numbers.length === 1 ? "item" : "itens"} ${list.format(numbers.map(String))}`;
}

export type ItemAnswers = z.output<typeof claimAnswerFormSchema>["answers"];

interface ItemTextsOptions {
  claim: ClaimView;
  /** Text of this side that the server has already. */
  textOf: (item: ClaimItem) => string | undefined;
  texts: {
    intro: string;
    label: string;
    help: string;
    submitLabel: string;
    sentText: string;
    /** Names the items without a text; absent for a side that need not answer every item. */
    restText?: string;
    failedText: string;
  };
  onSend: (answers: ItemAnswers) => Promise<unknown>;
}

/**
 * Returns the parts of a claim's sheet with which a side writes a text for each item. Drafts survive a reload, because
 * a phone that opens its camera may reload the page.
 */
export function useItemTexts({ claim, textOf, texts, onSend }: ItemTextsOptions) {
  const sending = useMutation({
    mutationFn: onSend,
    onSuccess: () => drafts.forget(claim.id),
  });
  const [draft] = useState(() => drafts.read(claim.id));
  /** Error messages by item id, shown beside their fields. */
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (sending.isPending) return;
    const read = readAnswers(claim, new FormData(event.currentTarget));
    setProblems(read.problems);
    if (read.given) sending.mutate(read.given.answers);
  }
  const rest = claim.items.flatMap((item, index) => (textOf(item) ? [] : [index + 1]));
  const sent =
    texts.restText && rest.length > 0
      ? `${texts.sentText} ${fillVariables(texts.restText, { items: nameItems(rest) })}`
      : texts.sentText;

  return {
    renderAnswer: (item: ClaimItem, number: number): ReactNode => (
      <TextAreaField
        name={item.id}
        error={problems[item.id]}
        rows={3}
        maxLength={2000}
        defaultValue={draft[item.id] ?? textOf(item)}
        texts={{ label: `${texts.label} (${number})`, help: texts.help }}
      />
    ),
    renderItems: (items: ReactNode): ReactNode => (
      <Form
        className="grid grid-cols-1 gap-5"
        onSubmit={submit}
        onChange={({ currentTarget }) => drafts.write(claim.id, writtenIn(claim, currentTarget))}
      >
        <p>{texts.intro}</p>
        {items}
        <ActionAlert action={sending}>{sentenceOf(sending.error) || texts.failedText}</ActionAlert>
        <output className="font-semibold text-petrol-700 empty:hidden">
          {sending.isSuccess && sent}
        </output>
        <Button
          className="btn-primary btn-lg max-sm:w-full sm:justify-self-start print:hidden"
          isBusy={sending.isPending}
        >
          {texts.submitLabel}
        </Button>
      </Form>
    ),
  };
}

/** Returns the typed texts by item. */
function writtenIn({ items }: ClaimView, form: HTMLFormElement): Record<string, string> {
  const fields = new FormData(form);
  return Object.fromEntries(
    items.flatMap(({ id }) => {
      const text = fields.get(id);
      return typeof text === "string" ? [[id, text]] : [];
    }),
  );
}

/** Reads the answers by item. Empty fields are no answers; if all are empty, the first field gets an error. */
export function readAnswers({ items }: Pick<ClaimView, "items">, form: FormData) {
  const written = items.flatMap(({ id }) => {
    const text = form.get(id);
    return typeof text === "string" && text.trim() !== "" ? [{ item_id: id, text }] : [];
  });
  const parsed = claimAnswerFormSchema.safeParse({ answers: written });
  if (parsed.success) return { given: parsed.data, problems: {} };
  const problems = Object.entries(fieldMessages(parsed.error)).map(([field, message]) => {
    const index = Number(field.split(".")[1] ?? 0);
    return [written[index]?.item_id ?? items[0]?.id ?? "", message] as const;
  });
  return { given: undefined, problems: Object.fromEntries(problems) };
}
