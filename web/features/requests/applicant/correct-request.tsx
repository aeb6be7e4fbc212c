import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type * as z from "zod/mini";
import { formatCurrency } from "#contracts/fields/formats.ts";
import { brazilianStates } from "#contracts/fields/places.ts";
import { fillVariables } from "#contracts/fields/variables.ts";
import {
  type CorrectableField,
  type RequestData,
  ownCorrectionFormSchema,
  requestCorrectedSchema,
  requestDataSchema,
} from "#contracts/requests/request-correction.ts";
import { useBackend } from "../../../backend/backend-context.tsx";
import { CallFailure, callFunction } from "../../../backend/call-function.ts";
import { emailLook } from "../../../content/email-field.tsx";
import type { TrackingQueryResult } from "../../../content/sanity.types.ts";
import { Button } from "../../../ui/feedback/button.tsx";
import { LoadFailed } from "../../../ui/feedback/query-state.tsx";
import { Spinner } from "../../../ui/feedback/states.tsx";
import { defineFields } from "../../../ui/form/field-table.ts";
import { Fields } from "../../../ui/form/fields.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { useFormSending } from "../../../ui/form/use-form-sending.tsx";
import { useValidatedForm } from "../../../ui/form/use-validated-form.ts";

type Texts = NonNullable<TrackingQueryResult>["correct"];
type Typed = z.output<typeof ownCorrectionFormSchema>;

const ids = (name: CorrectableField) => `correct-${name}`;

const table = defineFields(ownCorrectionFormSchema, {
  email: { ...emailLook, id: ids("email"), autoComplete: "email" },
  phone: { control: "tel", mask: "phone", id: ids("phone"), autoComplete: "tel" },
  propertyAddress: { control: "text", id: ids("propertyAddress"), isWide: true },
  propertyCity: { control: "text", id: ids("propertyCity") },
  propertyState: {
    control: "select",
    id: ids("propertyState"),
    options: brazilianStates.map(({ code, name }) => ({ value: code, label: name })),
  },
  rentalValue: { control: "money", id: ids("rentalValue") },
  ownerName: { control: "text", id: ids("ownerName") },
  ownerContact: { control: "tel", mask: "phone", id: ids("ownerContact") },
});

interface CorrectRequestProps {
  secret: string;
  /** False when conditions are out or the request was rejected. */
  isOpen: boolean;
  texts: Texts;
  retryLabel: string;
  /** Called after a correction, so that the parent reads the request again. */
  onCorrected: () => void;
}

/** Lets the applicant correct contact data, property, rent and landlord by the link. */
export function CorrectRequest(props: CorrectRequestProps) {
  const { secret, isOpen, texts, retryLabel, onCorrected } = props;
  const [step, setStep] = useState<"closed" | "form" | "done">("closed");
  const [newAddress, setNewAddress] = useState<string>();
  const heading = useRef<HTMLHeadingElement>(null);
  const isDone = step === "done";
  useEffect(() => {
    if (isDone) heading.current?.focus();
  }, [isDone]);
  if (!texts || (!isOpen && step === "closed")) return null;
  return (
    <section className="card card-border grid gap-4 print:hidden" aria-labelledby="correct-title">
      <h2 id="correct-title" ref={heading} tabIndex={-1} className="text-card scroll-mt-24">
        {isDone ? texts.doneTitle : texts.title}
      </h2>
      {isDone && (
        <>
          <p>{texts.doneText}</p>
          {newAddress && (
            <p className="wrap-anywhere">
              {fillVariables(texts.addressText, { address: newAddress })}
            </p>
          )}
        </>
      )}
      {!isDone && <p className="text-soft">{isOpen ? texts.text : texts.closedText}</p>}
      {step !== "form" && isOpen && (
        <Button
          className="btn-outline max-sm:w-full sm:justify-self-start"
          onClick={() => setStep("form")}
        >
          {texts.openLabel}
        </Button>
      )}
      {step === "form" && isOpen && (
        <CorrectionForm
          secret={secret}
          texts={texts}
          retryLabel={retryLabel}
          onBack={() => setStep("closed")}
          onSettled={onCorrected}
          onDone={({ email }) => {
            setNewAddress(email);
            setStep("done");
          }}
        />
      )}
    </section>
  );
}

interface CorrectionFormProps {
  secret: string;
  texts: NonNullable<Texts>;
  retryLabel: string;
  onBack: () => void;
  /** Called after a correction or a conflict, so that the page shows the current state of the request. */
  onSettled: () => void;
  onDone: (sent: Typed) => void;
}

function CorrectionForm(props: CorrectionFormProps) {
  const { secret, texts, retryLabel, onBack, onSettled, onDone } = props;
  const backend = useBackend();
  const known = useQuery({
    queryKey: ["tracked-request", secret, "data"],
    queryFn: () =>
      callFunction(backend, {
        name: "correct-request",
        body: { action: "read", secret },
        data: requestDataSchema,
      }),
    // The form shows the values of the moment at which it was opened.
    staleTime: 0,
    gcTime: 0,
  });
  const validated = useValidatedForm(table);
  const last = useRef<{ content: string; id: string }>(undefined);
  const correcting = useMutation({
    async mutationFn(typed: Typed) {
      const body = { ...typed, version: known.data?.version ?? 0 };
      const content = JSON.stringify(body);
      // A retry with unchanged content gets the same id, so that the server stores the correction only once.
      if (last.current?.content !== content) last.current = { content, id: crypto.randomUUID() };
      await callFunction(backend, {
        name: "correct-request",
        body: { action: "correct", secret, correctionId: last.current.id, ...body },
        data: requestCorrectedSchema,
      });
      return typed;
    },
    onSuccess(typed) {
      onDone(typed);
      onSettled();
    },
    onError(error) {
      if (!(error instanceof CallFailure) || error.code !== "conflict") return;
      void known.refetch();
      onSettled();
    },
  });
  const { submit, alert } = useFormSending({
    form: validated,
    sending: correcting,
    onSubmit: correcting.mutate,
    failed: texts.failedText,
  });
  if (!known.data) {
    if (!known.isError) return <Spinner label={texts.loadingLabel} />;
    return (
      <LoadFailed
        text={known.error.message || texts.loadFailedText}
        retryLabel={retryLabel}
        onRetry={() => known.refetch()}
      />
    );
  }
  return (
    <Form className="grid gap-4" onSubmit={submit}>
      <p>{texts.intro}</p>
      <p>{texts.fixedText}</p>
      <div className="grid items-start gap-x-6 gap-y-3 sm:grid-cols-2">
        <Fields
          table={table}
          field={validated.field}
          texts={fieldTexts(texts, known.data.shown)}
          choosePlaceholder={texts.keepLabel}
        />
      </div>
      {alert}
      <div className="flex flex-wrap gap-3">
        <Button className="btn-primary" isBusy={correcting.isPending}>
          {correcting.isPending ? texts.sendingLabel : texts.submitLabel}
        </Button>
        <Button disabled={correcting.isPending} onClick={onBack}>
          {texts.backLabel}
        </Button>
      </div>
    </Form>
  );
}

/** Returns label and help of each field. The help shows the masked value of now. */
function fieldTexts(texts: NonNullable<Texts>, shown: RequestData["shown"]) {
  const now = (value: string) => fillVariables(texts.nowLabel, { value });
  const values = { ...shown, rentalValue: formatCurrency(shown.rentalValue) };
  const entry = (name: CorrectableField) => ({
    label: texts[`${name}Label`],
    help: now(values[name]),
  });
  return {
    email: entry("email"),
    phone: entry("phone"),
    propertyAddress: entry("propertyAddress"),
    propertyCity: entry("propertyCity"),
    propertyState: entry("propertyState"),
    rentalValue: entry("rentalValue"),
    ownerName: entry("ownerName"),
    ownerContact: entry("ownerContact"),
  };
}
