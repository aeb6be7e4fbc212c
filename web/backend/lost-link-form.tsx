import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { FieldValues, Path } from "react-hook-form";
import * as z from "zod/mini";
import { useBackend } from "./backend-context.tsx";
import { Button } from "../ui/feedback/button.tsx";
import { callFunction } from "./call-function.ts";
import type { FieldTexts } from "../ui/form/controls.tsx";
import type { FieldTable } from "../ui/form/field-table.ts";
import { Fields } from "../ui/form/fields.tsx";
import { Form } from "../ui/form/form.tsx";
import { useFormSending } from "../ui/form/use-form-sending.tsx";
import { useValidatedForm } from "../ui/form/use-validated-form.ts";

interface LostLinkFormProps<Input extends FieldValues, Output extends FieldValues> {
  table: FieldTable<Input, Output> & { functionName: string };
  title: string;
  texts: {
    text: string;
    sentTitle: string;
    sentText: string;
    sendingLabel: string;
    submitLabel: string;
  };
  fieldTexts: Readonly<Record<Path<Input>, FieldTexts>>;
}

/** Form that asks for a new link to a request. The response never tells whether the request or the address exists. */
export function LostLinkForm<Input extends FieldValues, Output extends FieldValues>(
  props: LostLinkFormProps<Input, Output>,
) {
  const { table, title, texts, fieldTexts } = props;
  const backend = useBackend();
  const form = useValidatedForm(table);
  const sent = useRef<HTMLDivElement>(null);
  const asking = useMutation({
    mutationFn: (body: Output) =>
      callFunction(backend, { name: table.functionName, body, data: z.object({}) }),
  });
  const { submit, alert } = useFormSending({
    form,
    sending: asking,
    onSubmit: asking.mutate,
    failed: "Tente de novo em instantes.",
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

  return (
    <Form className="card card-border grid gap-5 noscript:hidden" onSubmit={submit}>
      <h2 className="text-card">{title}</h2>
      <p className="text-soft">{texts.text}</p>
      <Fields table={table} field={form.field} texts={fieldTexts} />
      {alert}
      <Button className="btn-primary btn-lg justify-self-start" disabled={asking.isPending}>
        {asking.isPending ? texts.sendingLabel : texts.submitLabel}
      </Button>
    </Form>
  );
}
