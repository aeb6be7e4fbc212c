import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import * as z from "zod/mini";
import { formatShortDate } from "#contracts/fields/formats.ts";
import { fillVariables } from "#contracts/fields/variables.ts";
import {
  type ClaimView,
  claimAppealFormSchema,
  claimReplyFormSchema,
} from "#contracts/claims/claims.ts";
import type { LandlordAreaQueryResult } from "../../content/sanity.types.ts";
import { Button } from "../../ui/feedback/button.tsx";
import { TextAreaField } from "../../ui/form/controls.tsx";
import { FormDialog, noFields } from "../../ui/form/form-dialog.tsx";
import { Form } from "../../ui/form/form.tsx";
import { useFormSending } from "../../ui/form/use-form-sending.tsx";
import { useValidatedForm } from "../../ui/form/use-validated-form.ts";
import type { ClaimSheetTexts } from "./claim-files.tsx";
import { ClaimAppealNote } from "./claim-sheet.tsx";

interface ClaimPartProps {
  claim: ClaimView;
  texts: ClaimSheetTexts;
  /** Sends the text. After a failure, the error may contain a sentence that the form shows. */
  onSend: (text: string | undefined) => Promise<unknown>;
}

/** Shows what staff asked a party for, and why a party requested a review of the decision. */
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

/** Lets a party request a review of the decision until the deadline has passed. */
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

/** Form for one text, which keeps what was typed after a failure. */
function TextForm({ schema, texts, onSend }: TextFormProps) {
  const fieldId = useId();
  const form = useValidatedForm({ schema, names: ["text"] });
  const sending = useMutation({ mutationFn: onSend });
  const { submit, alert } = useFormSending({
    form,
    sending,
    onSubmit: ({ text }, callbacks) => sending.mutate(text, callbacks),
    failed: texts.failedText,
  });
  return (
    <Form className="grid grid-cols-1 gap-3 print:hidden" onSubmit={submit}>
      <TextAreaField
        {...form.field("text")}
        id={fieldId}
        rows={4}
        texts={{ label: texts.label, help: texts.help }}
      />
      {alert}
      <Button
        className="btn-primary max-sm:w-full sm:justify-self-start"
        isBusy={sending.isPending}
      >
        {texts.submitLabel}
      </Button>
    </Form>
  );
}

interface WithdrawClaimProps {
  texts: NonNullable<LandlordAreaQueryResult>["claim"]["withdrawal"];
  onWithdraw: () => Promise<unknown>;
}

export function WithdrawClaim({ texts, onWithdraw }: WithdrawClaimProps) {
  const [isAsked, setIsAsked] = useState(false);
  const form = useValidatedForm(noFields);
  const withdrawing = useMutation({ mutationFn: onWithdraw });
  return (
    <div className="print:hidden">
      <Button className="btn-outline max-sm:w-full" onClick={() => setIsAsked(true)}>
        {texts.openLabel}
      </Button>
      {isAsked && (
        <FormDialog
          title={texts.title}
          form={form}
          sending={withdrawing}
          onSubmit={(_nothing, callbacks) => withdrawing.mutate(undefined, callbacks)}
          failed={texts.failedText}
          submitLabel={texts.confirmLabel}
          cancelLabel={texts.backLabel}
          isDestructive
          size="question"
          onClose={() => {
            setIsAsked(false);
            withdrawing.reset();
          }}
        >
          <p>{texts.text}</p>
        </FormDialog>
      )}
    </div>
  );
}
