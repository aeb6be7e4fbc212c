import { useMutation } from "@tanstack/react-query";
import { useId, useRef } from "react";
import * as z from "zod/mini";
import { formatShortDate } from "../../../supabase/functions/_shared/contracts/fields/formats.ts";
import { fillVariables } from "../../../supabase/functions/_shared/contracts/fields/variables.ts";
import {
  type ClaimView,
  claimAppealFormSchema,
  claimReplyFormSchema,
} from "../../../supabase/functions/_shared/contracts/guarantee/claims.ts";
import type { LandlordAreaQueryResult } from "../../content/sanity.types.ts";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { SpinnerRing } from "../../ui/feedback/states.tsx";
import { TextAreaField } from "../../ui/form/controls.tsx";
import { Form, FormAlert } from "../../ui/form/form.tsx";
import { useValidatedForm } from "../../ui/form/use-validated-form.ts";
import type { ClaimSheetTexts } from "./claim-files.tsx";
import { ClaimAppealNote } from "./claim-sheet.tsx";

interface ClaimPartProps {
  claim: ClaimView;
  texts: ClaimSheetTexts;
  /** Rejects with a sentence for the form where there is one. */
  onSend: (text: string | undefined) => Promise<unknown>;
}

/** What staff asked a party for, with the way to say that it came; and why somebody asked for another look. */
export function ClaimAsked(props: ClaimPartProps & { side: "landlord" | "tenant" }) {
  const { claim, side, texts, onSend } = props;
  const { wanted, appeal, may } = claim;
  return (
    <>
      {wanted && (
        <section
          className="grid grid-cols-1 gap-3 rounded-md bg-amber-100 p-4 print:p-2"
          aria-labelledby="claim-wanted"
        >
          <h3 id="claim-wanted" className="text-base">
            {texts.wanted.title}
          </h3>
          <p className="whitespace-pre-line wrap-anywhere">{wanted.text}</p>
          {wanted.from === side && may.reply && (
            <TextForm schema={claimReplyFormSchema} texts={texts.wanted} onSend={onSend} />
          )}
        </section>
      )}
      {appeal && <ClaimAppealNote appeal={appeal} title={texts.appeal.askedText} />}
    </>
  );
}

/** Asks for another look at the decision, while there is time for it. */
export function AskForReview({ claim, texts, onSend }: ClaimPartProps) {
  const { appealUntil, may } = claim;
  if (!may.appeal || !appealUntil) return null;
  return (
    <section className="grid grid-cols-1 gap-3 print:hidden" aria-labelledby="claim-appeal">
      <h3 id="claim-appeal" className="text-card">
        {texts.appeal.title}
      </h3>
      <p>{fillVariables(texts.appeal.text, { until: formatShortDate(appealUntil) })}</p>
      <TextForm schema={claimAppealFormSchema} texts={texts.appeal} onSend={onSend} />
    </section>
  );
}

interface TextFormProps {
  schema: z.ZodMiniType<{ text?: string | undefined }, { text?: string | undefined }>;
  texts: { label: string; help: string; submitLabel: string; failedText: string };
  onSend: (text: string | undefined) => Promise<unknown>;
}

/** One text that is sent. After a failure it is still there, with what went wrong. */
function TextForm({ schema, texts, onSend }: TextFormProps) {
  const fieldId = useId();
  const { form, field } = useValidatedForm({ schema, names: ["text"] });
  const sending = useMutation({ mutationFn: onSend });
  return (
    <Form
      className="grid grid-cols-1 gap-3 print:hidden"
      onSubmit={(event) =>
        void form.handleSubmit(({ text }) => {
          if (!sending.isPending) sending.mutate(text);
        })(event)
      }
    >
      <TextAreaField
        {...field("text")}
        id={fieldId}
        rows={4}
        texts={{ label: texts.label, help: texts.help }}
      />
      {sending.isError && (
        <FormAlert key={sending.submittedAt}>
          <p>{sending.error.message || texts.failedText}</p>
        </FormAlert>
      )}
      <button
        type="submit"
        className="btn btn-primary max-sm:w-full sm:justify-self-start"
        disabled={sending.isPending}
      >
        {sending.isPending && <SpinnerRing />}
        {texts.submitLabel}
      </button>
    </Form>
  );
}

interface WithdrawClaimProps {
  texts: NonNullable<LandlordAreaQueryResult>["claim"]["withdrawal"];
  onWithdraw: () => Promise<unknown>;
}

/** Takes a claim back, after one question. */
export function WithdrawClaim({ texts, onWithdraw }: WithdrawClaimProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const withdrawing = useMutation({
    mutationFn: onWithdraw,
    onSuccess: () => dialog.current?.close(),
  });
  return (
    <div className="print:hidden">
      <button
        type="button"
        className="btn btn-outline max-sm:w-full"
        onClick={() => dialog.current?.showModal()}
      >
        {texts.openLabel}
      </button>
      <Dialog ref={dialog} titleId="withdraw-claim" onClose={() => withdrawing.reset()}>
        <h2 id="withdraw-claim" className="text-card">
          {texts.title}
        </h2>
        <p className="mt-4">{texts.text}</p>
        {withdrawing.isError && (
          <FormAlert key={withdrawing.submittedAt}>
            <p>{withdrawing.error.message || texts.failedText}</p>
          </FormAlert>
        )}
        <div className="modal-action flex-wrap gap-3">
          <button type="button" className="btn btn-outline" onClick={() => dialog.current?.close()}>
            {texts.backLabel}
          </button>
          <button
            type="button"
            className="btn btn-error"
            disabled={withdrawing.isPending}
            onClick={() => withdrawing.mutate()}
          >
            {withdrawing.isPending && <SpinnerRing />}
            {texts.confirmLabel}
          </button>
        </div>
      </Dialog>
    </div>
  );
}
