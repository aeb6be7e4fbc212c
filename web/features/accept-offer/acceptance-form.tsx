import { useMutation } from "@tanstack/react-query";
import { type ComponentProps, type SubmitEvent, useMemo, useState } from "react";
import * as z from "zod/mini";
import {
  acceptOfferReplySchema,
  acceptanceNameField,
} from "../../../supabase/functions/_shared/contracts/offer.ts";
import {
  formatCurrency,
  formatShortDate,
} from "../../../supabase/functions/_shared/contracts/fields/formats.ts";
import { landlordEmailField } from "../../../supabase/functions/_shared/contracts/guarantee/landlord.ts";
import type { TrackedOffer } from "../../../supabase/functions/_shared/contracts/tracking.ts";
import { fillVariables } from "../../../supabase/functions/_shared/contracts/fields/variables.ts";
import { useBackend } from "../../backend/backend-context.tsx";
import { CallFailure, callFunction } from "../../backend/call-function.ts";
import { SpinnerRing } from "../../ui/feedback/states.tsx";
import { CheckboxField, TextField } from "../../ui/form/controls.tsx";
import { Form, FormAlert } from "../../ui/form/form.tsx";
import { useValidatedForm } from "../../ui/form/use-validated-form.ts";
import { Fold } from "../../ui/section/facts.tsx";
import type { OfferTexts } from "./offer-conditions.tsx";

interface AcceptanceFormProps {
  secret: string;
  offer: TrackedOffer;
  texts: OfferTexts;
  onAccepted: () => void;
  /** What is shown is not what is offered any more. */
  onChange: () => void;
}

/**
 * Every clause is read below its own box and ticked by itself, and nothing is ticked before, nor unread
 * (CDC, art. 54, § 4); the typed name is the signature.
 */
export function AcceptanceForm({
  secret,
  offer,
  texts,
  onAccepted,
  onChange,
}: AcceptanceFormProps) {
  const backend = useBackend();
  const rules = useMemo(() => acceptanceRules(offer, texts.clauseMissing), [offer, texts]);
  const { form, field } = useValidatedForm(rules);
  const total = offer.clauses.length;
  const ticked = form.watch(rules.boxes);
  const next = rules.boxes.find((_box, place) => !ticked[place]);
  // By place; what is absent was never open. The next one opens as the former is ticked.
  const [opened, setOpened] = useState<Readonly<Record<number, boolean>>>({ 0: true });
  const show = (place: number, isOpen = true) => setOpened((all) => ({ ...all, [place]: isOpen }));
  const accepting = useMutation({
    mutationFn: (typed: { fullName: string; landlordEmail: string | undefined }) =>
      callFunction(backend, {
        name: "accept-offer",
        body: {
          secret,
          offerId: offer.id,
          ...typed,
          clauses: offer.clauses.map(({ title }) => title),
          conditionsSha256: offer.conditionsSha256,
        },
        data: acceptOfferReplySchema,
      }),
    onSuccess: onAccepted,
    onError(error) {
      if (!(error instanceof CallFailure)) return;
      for (const name of ["landlordEmail", "fullName"]) {
        const message = error.fields[name];
        if (message) form.setError(name, { message }, { shouldFocus: true });
      }
      if (error.code === "conflict" || error.code === "not_found") onChange();
    },
  });
  const isWrongName = accepting.error instanceof CallFailure && accepting.error.fields["fullName"];

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (accepting.isPending || accepting.isSuccess) return;
    // Boxes have names of their own, so that every field has the type of one.
    void form.handleSubmit(({ fullName, landlordEmail }) =>
      accepting.mutate({
        fullName: String(fullName),
        landlordEmail: landlordEmail === undefined ? undefined : String(landlordEmail),
      }),
    )(event);
  }

  const landlordEmail = field("landlordEmail");
  const variables = { fee: formatCurrency(offer.fee), feeDueOn: formatShortDate(offer.feeDueOn) };
  return (
    <Form
      className="grid gap-5 border-t border-sand-200 pt-5 max-sm:gap-4 max-sm:pt-4"
      onSubmit={submit}
    >
      <h3 className="text-card">{texts.acceptTitle}</h3>
      {total > 0 && (
        <fieldset className="min-w-0">
          <legend className="text-base font-bold">{texts.clausesTitle}</legend>
          <p className="text-soft mt-1">{texts.clausesIntro}</p>
          <ol className="limiting-clause mt-3 grid p-0 px-3 [&_input]:scroll-my-24">
            {offer.clauses.map((clause, place) => (
              <LimitingClause
                key={clause.title}
                clause={clause}
                box={field(boxOf(place))}
                isOpen={opened[place]}
                texts={texts}
                onToggle={(isOpen) => show(place, isOpen)}
                onUnread={() => {
                  show(place);
                  form.setError(boxOf(place), { message: texts.clauseMissing });
                }}
                onTicked={() => {
                  show(place, false);
                  const after = ticked.findIndex((isTicked, other) => !isTicked && other !== place);
                  if (after >= 0) show(after);
                }}
              />
            ))}
          </ol>
          {/* Not sticky: it would cover a part of the boxes that it counts. */}
          <div className="mt-2 flex min-h-12 flex-wrap items-center justify-between gap-x-4">
            <output className="font-semibold tabular-nums">
              {fillVariables(texts.clausesDone, {
                done: String(ticked.filter(Boolean).length),
                total: String(total),
              })}
            </output>
            {next && (
              <button
                type="button"
                className="btn btn-outline btn-sm"
                onClick={() => {
                  show(rules.boxes.indexOf(next));
                  form.setFocus(next);
                }}
              >
                {texts.nextClauseLabel}
              </button>
            )}
          </div>
        </fieldset>
      )}
      <TextField
        {...field("fullName")}
        texts={{
          label: texts.nameLabel,
          help: fillVariables(texts.nameHelp, { name: offer.tenantName }),
        }}
        autoComplete="name"
        maxLength={100}
        required
      />
      <Fold
        title={texts.landlordEmailTitle}
        className="border-y border-sand-200"
        {...(landlordEmail.error && { isOpen: true })}
      >
        <div className="py-2">
          <TextField
            {...landlordEmail}
            type="email"
            texts={{ label: texts.landlordEmailLabel, help: texts.landlordEmailHelp }}
            // Of somebody else.
            autoComplete="off"
            maxLength={255}
          />
        </div>
      </Fold>
      <p className="text-sm">{fillVariables(texts.acceptNote, variables)}</p>
      {accepting.error && !isWrongName && (
        <FormAlert key={accepting.submittedAt}>
          <p>{accepting.error.message || texts.failed}</p>
        </FormAlert>
      )}
      <button
        type="submit"
        className="btn btn-primary btn-lg max-sm:w-full sm:justify-self-start"
        disabled={accepting.isPending || accepting.isSuccess}
      >
        {accepting.isPending && <SpinnerRing />}
        {accepting.isPending ? texts.acceptingLabel : texts.acceptLabel}
      </button>
    </Form>
  );
}

interface LimitingClauseProps {
  clause: TrackedOffer["clauses"][number];
  box: Omit<ComponentProps<typeof CheckboxField>, "children">;
  /** Undefined for one whose text was never open. */
  isOpen: boolean | undefined;
  texts: OfferTexts;
  onToggle: (isOpen: boolean) => void;
  /** It was to be ticked before its text was open, and is not. */
  onUnread: () => void;
  onTicked: () => void;
}

/** A clause with its box, which takes no tick until the text below it was open. */
function LimitingClause(props: LimitingClauseProps) {
  const { clause, box, isOpen, texts, onToggle, onUnread, onTicked } = props;
  return (
    <li className="border-amber-400 py-0.5 not-first:border-t">
      <CheckboxField
        {...box}
        className="py-0"
        required
        onChange={(event) => {
          if (event.target.checked && isOpen === undefined) {
            event.target.checked = false;
            return onUnread();
          }
          if (event.target.checked) onTicked();
          return box.onChange?.(event);
        }}
      >
        {fillVariables(texts.clauseLabel, { clause: clause.title })}
      </CheckboxField>
      <details
        // On paper nothing can be unfolded.
        className="ms-9 text-sm print:details-content:[content-visibility:visible]"
        open={isOpen === true}
        onToggle={({ currentTarget }) => {
          if (currentTarget.open !== (isOpen === true)) onToggle(currentTarget.open);
        }}
      >
        <summary className="inline-block min-h-6 py-0.5 font-semibold text-petrol-700 underline">
          {texts.clauseReadLabel}
          <span className="sr-only"> {clause.title}</span>
        </summary>
        <p className="pb-2 whitespace-pre-line">{clause.text}</p>
      </details>
    </li>
  );
}

/** The name of the box of a clause, by its place. */
const boxOf = (place: number) => `clause-${place}`;

/**
 * What is typed and ticked: a box for each clause of this offer, none of them for all. `missing` is
 * told beside a box that is not ticked.
 */
function acceptanceRules({ clauses }: Pick<TrackedOffer, "clauses">, missing: string) {
  const boxes = clauses.map((_clause, place) => boxOf(place));
  const ticked = z.pipe(z.boolean(missing), z.literal(true, missing));
  return {
    schema: z.extend(
      z.object({ fullName: acceptanceNameField(), landlordEmail: landlordEmailField() }),
      Object.fromEntries(boxes.map((name) => [name, ticked])),
    ),
    boxes,
    names: [...boxes, "fullName", "landlordEmail"],
  };
}
