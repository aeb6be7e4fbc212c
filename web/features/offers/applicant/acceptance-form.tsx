import { useMutation } from "@tanstack/react-query";
import { type ComponentProps, type SubmitEvent, useMemo, useState } from "react";
import * as z from "zod/mini";
import { acceptOfferReplySchema, acceptanceNameField } from "#contracts/offers/offer.ts";
import { formatCurrency, formatShortDate } from "#contracts/fields/formats.ts";
import { landlordEmailField } from "#contracts/fields/landlords.ts";
import { describeDue } from "#contracts/requests/offer-terms.ts";
import type { TrackedOffer } from "#contracts/requests/tracking.ts";
import { fillVariables } from "#contracts/fields/variables.ts";
import { useBackend } from "../../../backend/backend-context.tsx";
import { CallFailure, callFunction } from "../../../backend/call-function.ts";
import { Button } from "../../../ui/feedback/button.tsx";
import { emailLook } from "../../../content/email-field.tsx";
import { CheckboxField, MaskedField, TextField } from "../../../ui/form/controls.tsx";
import { Form, FormAlert } from "../../../ui/form/form.tsx";
import { useValidatedForm } from "../../../ui/form/use-validated-form.ts";
import { Fold } from "../../../ui/section/facts.tsx";
import type { OfferTexts } from "./offer-conditions.tsx";

interface AcceptanceFormProps {
  secret: string;
  offer: TrackedOffer;
  texts: OfferTexts;
  onAccepted: () => void;
  /** Called when the offer has changed since the page showed it. */
  onChange: () => void;
}

/** Form with a name as signature and a checkbox per clause. Unread clauses cannot be ticked (CDC, art. 54, § 4). */
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
  // State of each clause's text by position: true when open now, false when open before, absent when never open.
  // Ticking a clause opens the next text.
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
    // The checkbox names are dynamic, so TypeScript does not know that the values of these two fields are strings.
    void form.handleSubmit(({ fullName, landlordEmail }) =>
      accepting.mutate({
        fullName: String(fullName),
        landlordEmail: landlordEmail === undefined ? undefined : String(landlordEmail),
      }),
    )(event);
  }

  const landlordEmail = field("landlordEmail");
  const variables = {
    fee: formatCurrency(offer.fee),
    feeDueOn: formatShortDate(offer.feeDueOn),
    feeDue: describeDue(offer),
  };
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
          {/* A bar at the window's edge would cover some of the checkboxes, so this bar scrolls with the page. */}
          <div className="mt-2 flex min-h-12 flex-wrap items-center justify-between gap-x-4">
            <output className="font-semibold tabular-nums">
              {fillVariables(texts.clausesDone, {
                done: String(ticked.filter(Boolean).length),
                total: String(total),
              })}
            </output>
            {next && (
              <Button
                className="btn-outline btn-sm"
                onClick={() => {
                  show(rules.boxes.indexOf(next));
                  form.setFocus(next);
                }}
              >
                {texts.nextClauseLabel}
              </Button>
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
          <MaskedField
            {...landlordEmail}
            type="email"
            load={emailLook.load}
            texts={{ label: texts.landlordEmailLabel, help: texts.landlordEmailHelp }}
            // This e-mail address is the landlord's, so the browser must not fill in the user's own address.
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
      <Button
        className="btn-primary btn-lg max-sm:w-full sm:justify-self-start"
        isBusy={accepting.isPending}
        disabled={accepting.isPending || accepting.isSuccess}
      >
        {accepting.isPending ? texts.acceptingLabel : texts.acceptLabel}
      </Button>
    </Form>
  );
}

interface LimitingClauseProps {
  clause: TrackedOffer["clauses"][number];
  box: Omit<ComponentProps<typeof CheckboxField>, "children">;
  /** True when the clause's text is open now, false when it was open before, undefined when it was never open. */
  isOpen: boolean | undefined;
  texts: OfferTexts;
  onToggle: (isOpen: boolean) => void;
  /** Called when a person tries to tick the checkbox although the clause's text was never open. */
  onUnread: () => void;
  onTicked: () => void;
}

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
        // The text is always printed, because nobody can open a collapsed text on paper.
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

const boxOf = (place: number) => `clause-${place}`;

/** Creates the schema with a checkbox per clause. `missing` is the error message for an unticked checkbox. */
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
