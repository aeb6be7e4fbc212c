import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import * as z from "zod/mini";
import { claimReplyFormSchema } from "#contracts/claims/claim-forms.ts";
import type { ClaimView } from "#contracts/claims/claims.ts";
import { Button } from "../../ui/feedback/button.tsx";
import { TextAreaField } from "../../ui/form/controls.tsx";
import { FormDialog, noFields } from "../../ui/form/form-dialog.tsx";
import { Form } from "../../ui/form/form.tsx";
import { useFormSending } from "../../ui/form/use-form-sending.tsx";
import { useValidatedForm } from "../../ui/form/use-validated-form.ts";
import type { ClaimParty } from "./claim-facts.tsx";
import type { ClaimSheetTexts } from "./claim-files.tsx";

interface ClaimWantedProps {
  claim: ClaimView;
  side: ClaimParty;
  texts: ClaimSheetTexts;
  /** Sends the text. After a failure, the error may contain a sentence that the form shows. */
  onSend: (text: string | undefined) => Promise<unknown>;
}

/** Shows a request of staff to a party, with the form of its answer for this party. */
export function ClaimWanted({ claim: { wanted, may }, side, texts, onSend }: ClaimWantedProps) {
  if (!wanted) return null;
  return (
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
  );
}

interface TextFormProps {
  schema: z.ZodMiniType<{ text?: string | undefined }, { text?: string | undefined }>;
  texts: { label: string; help: string; submitLabel: string; failedText: string };
  onSend: (text: string | undefined) => Promise<unknown>;
}

/** Form for one text, which keeps the typed text after a failure. */
export function TextForm({ schema, texts, onSend }: TextFormProps) {
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

interface AskFirstProps {
  texts: {
    openLabel: string;
    title: string;
    text: string;
    confirmLabel: string;
    backLabel: string;
    failedText: string;
  };
  isPrimary?: boolean;
  isDestructive?: boolean;
  onConfirm: () => Promise<unknown>;
}

/** Shows a button that asks for a confirmation before it acts. */
export function AskFirst({ texts, isPrimary, isDestructive = false, onConfirm }: AskFirstProps) {
  const [isAsked, setIsAsked] = useState(false);
  const form = useValidatedForm(noFields);
  const acting = useMutation({ mutationFn: onConfirm });
  return (
    <div className="print:hidden">
      <Button
        className={`max-sm:w-full ${isPrimary ? "btn-primary" : "btn-outline"}`}
        onClick={() => setIsAsked(true)}
      >
        {texts.openLabel}
      </Button>
      {isAsked && (
        <FormDialog
          title={texts.title}
          form={form}
          sending={acting}
          onSubmit={(_nothing, callbacks) => acting.mutate(undefined, callbacks)}
          failed={texts.failedText}
          submitLabel={texts.confirmLabel}
          cancelLabel={texts.backLabel}
          isDestructive={isDestructive}
          size="question"
          onClose={() => {
            setIsAsked(false);
            acting.reset();
          }}
        >
          <p>{texts.text}</p>
        </FormDialog>
      )}
    </div>
  );
}

interface EndTurnProps {
  claim: ClaimView;
  texts: ClaimSheetTexts;
  onConfirm: () => Promise<unknown>;
}

/** Lets a side say that it has nothing to add, so that the claim goes on. */
export function EndTurn({ claim, texts, onConfirm }: EndTurnProps) {
  return claim.may.done ? <AskFirst texts={texts.done} onConfirm={onConfirm} /> : null;
}

interface ClaimChangedProps {
  /** Sentence of the server that says what has changed. */
  message: string;
  /** Typed text that was not sent, when its form is gone. */
  unsent?: string | undefined;
  texts: ClaimSheetTexts["changed"];
}

/** Says that a claim changed while a person acted on it, and keeps the text whose form has disappeared. */
export function ClaimChanged({ message, unsent, texts }: ClaimChangedProps): ReactNode {
  return (
    <div role="alert" className="form-notice alert alert-error alert-soft grid-cols-1">
      <p className="font-bold">{texts.title}</p>
      <p>{message}</p>
      {unsent && (
        <>
          <p>{texts.unsentText}</p>
          <blockquote className="whitespace-pre-line wrap-anywhere border-l-4 pl-3">
            {unsent}
          </blockquote>
        </>
      )}
    </div>
  );
}
