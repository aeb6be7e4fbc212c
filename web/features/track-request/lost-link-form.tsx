import { useMutation } from "@tanstack/react-query";
import { type SubmitEvent, useEffect, useRef } from "react";
import * as z from "zod/mini";
import { trackingLinkFormSchema } from "../../../supabase/functions/_shared/contracts/tracking.ts";
import { useBackend } from "../../backend/backend-context.tsx";
import { CallFailure, callFunction } from "../../backend/call-function.ts";
import { defineFields } from "../../ui/form/field-table.ts";
import { Fields } from "../../ui/form/fields.tsx";
import { Form, FormAlert } from "../../ui/form/form.tsx";
import { useValidatedForm } from "../../ui/form/use-validated-form.ts";
import type { TrackingTexts } from "./tracking-texts.ts";

const fields = defineFields(trackingLinkFormSchema, {
  protocol: {
    control: "text",
    autoComplete: "off",
    autoCapitalize: "characters",
    spellCheck: false,
  },
  email: { control: "email", autoComplete: "email" },
});

interface LostLinkFormProps {
  texts: TrackingTexts["lost"];
  title: string;
}

/** Asks for a new link. What is answered tells nobody whether there is such a request. */
export function LostLinkForm({ texts, title }: LostLinkFormProps) {
  const backend = useBackend();
  const { form, field } = useValidatedForm(fields);
  const sent = useRef<HTMLDivElement>(null);
  const asking = useMutation({
    mutationFn: (body: z.output<typeof trackingLinkFormSchema>) =>
      callFunction(backend, { name: "request-tracking-link", body, data: z.object({}) }),
    onError: (error) => {
      if (!(error instanceof CallFailure)) return;
      for (const name of fields.names) {
        const message = error.fields[name];
        if (message) form.setError(name, { message });
      }
    },
  });
  useEffect(() => {
    if (asking.isSuccess) sent.current?.focus();
  }, [asking.isSuccess]);

  if (asking.isSuccess) {
    return (
      <div ref={sent} tabIndex={-1} className="card card-border grid gap-3">
        <h2 className="text-card">{texts.sentTitle}</h2>
        <p>{texts.sentText}</p>
      </div>
    );
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (asking.isPending) return;
    void form.handleSubmit((values) => asking.mutate(values))(event);
  }

  return (
    <Form className="card card-border grid gap-5" onSubmit={submit}>
      <h2 className="text-card">{title}</h2>
      <p className="text-soft">{texts.text}</p>
      <Fields
        table={fields}
        field={field}
        texts={{
          protocol: { label: texts.protocolLabel, help: texts.protocolHelp },
          email: { label: texts.emailLabel },
        }}
      />
      {asking.error && (
        <FormAlert>{asking.error.message || "Tente de novo em instantes."}</FormAlert>
      )}
      <button
        type="submit"
        className="btn btn-primary btn-lg justify-self-start"
        disabled={asking.isPending}
      >
        {asking.isPending ? texts.sendingLabel : texts.submitLabel}
      </button>
    </Form>
  );
}
