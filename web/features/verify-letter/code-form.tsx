import type { SubmitEvent } from "react";
import { formatLetterCode } from "../../../supabase/functions/_shared/contracts/letter-code.ts";
import { verifyLetterSchema } from "../../../supabase/functions/_shared/contracts/verified-letter.ts";
import { defineFields } from "../../ui/form/field-table.ts";
import { Fields } from "../../ui/form/fields.tsx";
import { Form } from "../../ui/form/form.tsx";
import { useValidatedForm } from "../../ui/form/use-validated-form.ts";
import { useEffect } from "react";
import type { VerifyTexts } from "./verify-texts.ts";

const fields = defineFields(verifyLetterSchema, {
  code: { control: "text", autoComplete: "off", autoCapitalize: "characters", spellCheck: false },
});

interface CodeFormProps {
  /** What was scanned, to be seen in the field. */
  code: string | undefined;
  isChecking: boolean;
  texts: VerifyTexts;
  onCode: (code: string) => void;
}

/** The field for a letter's code, however it is typed. */
export function CodeForm({ code, isChecking, texts, onCode }: CodeFormProps) {
  const { form, field } = useValidatedForm(fields);
  const { setValue } = form;
  useEffect(() => {
    if (code !== undefined) setValue("code", formatLetterCode(code));
  }, [code, setValue]);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isChecking) return;
    void form.handleSubmit((values) => onCode(values.code))(event);
  }

  return (
    <Form className="card card-border grid gap-5" onSubmit={submit}>
      <Fields
        table={fields}
        field={field}
        texts={{ code: { label: texts.codeLabel, help: texts.codeHelp } }}
      />
      <button
        type="submit"
        className="btn btn-primary btn-lg justify-self-start"
        disabled={isChecking}
      >
        {isChecking ? texts.checkingLabel : texts.submitLabel}
      </button>
    </Form>
  );
}
