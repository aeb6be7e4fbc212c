import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useEffect, useState } from "react";
import type * as z from "zod/mini";
import { formatCurrency, formatShortDate } from "#contracts/fields/formats.ts";
import { fillVariables } from "#contracts/fields/variables.ts";
import {
  type ClaimView,
  claimAnswerFormSchema,
  claimChangeSchema,
  myClaimsSchema,
  recourseTitles,
} from "#contracts/claims/claims.ts";
import { fieldMessages } from "#contracts/reply.ts";
import { askAsTenant, useTenantQuery } from "../../../backend/ask-as-tenant.ts";
import { useBackend } from "../../../backend/backend-context.tsx";
import type { ContractQueryResult } from "../../../content/sanity.types.ts";
import { ActionAlert, Button } from "../../../ui/feedback/button.tsx";
import { TextAreaField } from "../../../ui/form/controls.tsx";
import { sentenceOf } from "../../../ui/form/form-failure.ts";
import { Form } from "../../../ui/form/form.tsx";
import { Whole } from "../../../ui/section/facts.tsx";
import { AskForReview, ClaimAsked } from "../claim-actions.tsx";
import { answerDrafts } from "../claim-draft.ts";
import type { ClaimSheetTexts } from "../claim-files.tsx";
import { ClaimBadge, ClaimSheet } from "../claim-sheet.tsx";

type Texts = NonNullable<ContractQueryResult>;

const drafts = answerDrafts();

const claimsKey = ["contract", "claims"] as const;

interface TenantClaimsProps {
  /** Id of the contract that is shown. */
  contractId: string;
  /** Id of the open claim, which replaces the contract. */
  opened: string | null;
  onOpen: (claimId: string | null) => void;
  texts: Texts;
}

/** Lists the landlord's claims, and shows the open one, to which the tenant answers. */
export function TenantClaims({ contractId, opened, onOpen, texts }: TenantClaimsProps) {
  const { claim: words, claimSheet } = texts;
  const queries = useQueryClient();
  const { data } = useTenantQuery({
    queryKey: claimsKey,
    schema: myClaimsSchema,
    ask: (client) => client.rpc("my_claims"),
  });
  const claim = data?.find(({ id }) => id === opened);
  const isUnknown = data !== undefined && opened !== null && claim === undefined;
  useEffect(() => {
    if (isUnknown) onOpen(null);
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isUnknown]);
  if (!claimSheet) return null;
  if (claim) {
    return (
      <TenantClaim
        key={claim.id}
        claim={claim}
        texts={words}
        sheet={claimSheet}
        onBack={() => onOpen(null)}
        reload={() => queries.invalidateQueries({ queryKey: claimsKey })}
      />
    );
  }
  if (opened) return null;
  return data
    ?.filter((one) => one.contractId === contractId)
    .map(({ id, protocol, stage, hearUntil, may }) => (
      <section
        key={id}
        className={`card card-border grid grid-cols-1 gap-3 print:hidden ${may.answer ? "border-amber-400" : ""}`}
        aria-labelledby={`claim-${id} protocol-${id}`}
      >
        <div className="flex flex-wrap items-start justify-between gap-3">
          <h2 id={`claim-${id}`} className="text-card">
            {words.title}
          </h2>
          <ClaimBadge stage={stage} />
        </div>
        <p>
          {may.answer
            ? fillVariables(words.hearText, { until: formatShortDate(hearUntil) })
            : words.listText}
        </p>
        <p id={`protocol-${id}`} className="text-sm text-muted">
          <Whole className="tabular-nums">{protocol}</Whole>
        </p>
        <Button
          className={`max-sm:w-full sm:justify-self-start ${may.answer ? "btn-primary" : "btn-outline"}`}
          onClick={() => onOpen(id)}
        >
          {may.answer ? words.answerLabel : words.viewLabel}
          <span className="sr-only"> {protocol}</span>
        </Button>
      </section>
    ));
}

interface TenantClaimProps {
  claim: ClaimView;
  texts: Texts["claim"];
  sheet: ClaimSheetTexts;
  onBack: () => void;
  reload: () => Promise<unknown>;
}

/** Shows a claim to its tenant with its possible later costs, and takes the answers. */
function TenantClaim({ claim, texts, sheet, onBack, reload }: TenantClaimProps) {
  const backend = useBackend();
  const { id: claim_id, granted = 0, recourse, may } = claim;
  const say = async (ask: Parameters<typeof askAsTenant>[1]) => {
    claimChangeSchema.parse(await askAsTenant(backend, ask));
    await reload();
  };
  const answering = useMutation({
    mutationFn: ({ answers }: Answers) =>
      say((client) => client.rpc("answer_claim", { claim_id, answers })),
    onSuccess: () => drafts.forget(claim_id),
  });
  // Drafts survive a reload, because a phone that opens its camera may reload the page.
  const [draft] = useState(() => drafts.read(claim_id));
  /** Error messages by item id, shown beside their fields. */
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (answering.isPending) return;
    const read = readAnswers(claim, new FormData(event.currentTarget));
    setProblems(read.problems);
    if (read.given) answering.mutate(read.given);
  }

  return (
    <ClaimSheet
      claim={claim}
      side="tenant"
      texts={sheet}
      stages={texts.stages}
      party="tenant"
      onBack={onBack}
      onChanged={() => void reload()}
      closing={
        <AskForReview
          claim={claim}
          texts={sheet}
          onSend={(text) =>
            say((client) => client.rpc("appeal_claim", { claim_id, text: text ?? "" }))
          }
        />
      }
      {...(may.answer && {
        renderAnswer: (item, number) => (
          <TextAreaField
            name={item.id}
            error={problems[item.id]}
            rows={3}
            maxLength={2000}
            defaultValue={draft[item.id] ?? item.answer}
            texts={{ label: `${texts.answer.label} (${number})`, help: texts.answer.help }}
          />
        ),
        renderItems: (items) => (
          <Form
            className="grid grid-cols-1 gap-5"
            onSubmit={submit}
            onChange={({ currentTarget }) =>
              drafts.write(claim_id, writtenIn(claim, currentTarget))
            }
          >
            <p>{texts.answer.intro}</p>
            {items}
            <ActionAlert action={answering}>
              {sentenceOf(answering.error) || texts.answer.failedText}
            </ActionAlert>
            <output className="font-semibold text-petrol-700 empty:hidden">
              {answering.isSuccess &&
                `${texts.answer.sentText} ${fillVariables(texts.answer.restText, {
                  numbers: claim.items
                    .flatMap(({ answer }, index) => (answer ? [] : [index + 1]))
                    .join(", "),
                })}`}
            </output>
            <Button
              className="btn-primary btn-lg max-sm:w-full sm:justify-self-start print:hidden"
              isBusy={answering.isPending}
            >
              {texts.answer.submitLabel}
            </Button>
          </Form>
        ),
      })}
    >
      <ClaimAsked
        claim={claim}
        side="tenant"
        texts={sheet}
        onSend={(text) =>
          say((client) => client.rpc("reply_claim", { claim_id, text: text ?? null }))
        }
      />
      {(granted > 0 || may.answer) && (
        <section aria-labelledby="claim-recourse">
          <h3 id="claim-recourse" className="text-base">
            {texts.recourseTitle}
          </h3>
          <p className="mt-1">{texts.recourseText}</p>
          {recourse && (
            <p className="mt-2 font-semibold">
              {fillVariables(texts.recourseAmountText, {
                amount: formatCurrency(recourse.amount),
                state: recourseTitles[recourse.state],
              })}
            </p>
          )}
        </section>
      )}
    </ClaimSheet>
  );
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

type Answers = z.output<typeof claimAnswerFormSchema>;

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
