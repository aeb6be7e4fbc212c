import { useQuery } from "@tanstack/react-query";
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from "react";
import {
  formatLetterCode,
  readLetterCode,
  verifiedLetterSchema,
  verifyLetterSchema,
} from "../../../supabase/functions/_shared/contracts/letters.ts";
import { useBackend } from "../../backend/backend-context.tsx";
import { CallFailure, callFunction } from "../../backend/call-function.ts";
import { Spinner, StatePanel } from "../../ui/feedback/states.tsx";
import { defineFields } from "../../ui/form/field-table.ts";
import { Fields } from "../../ui/form/fields.tsx";
import { Form } from "../../ui/form/form.tsx";
import { useValidatedForm } from "../../ui/form/use-validated-form.ts";
import { LetterResult, type VerifyTexts } from "./letter-result.tsx";

interface VerifyLetterProps {
  /** What the address brought: a code, or anything. */
  scanned: string | null;
  texts: VerifyTexts;
}

/** What a letter is worth today, by its code; asked at once where the code was scanned. */
export function VerifyLetter({ scanned, texts }: VerifyLetterProps) {
  const backend = useBackend();
  const [code, setCode] = useState(() => readLetterCode(scanned ?? ""));
  const letter = useQuery({
    queryKey: ["verified-letter", code],
    queryFn: () =>
      callFunction(backend, { name: "verify-letter", body: { code }, data: verifiedLetterSchema }),
    enabled: code !== undefined,
    retry: false,
    refetchOnWindowFocus: false,
    // A letter that was revoked meanwhile must not come from memory.
    gcTime: 0,
    staleTime: 0,
  });

  function verify(typed: string) {
    // In the address of this tab alone, so that a reload asks the same.
    history.replaceState(history.state, "", `#${typed}`);
    if (typed === code) void letter.refetch();
    else setCode(typed);
  }

  return (
    <div className="grid gap-6">
      <CodeForm code={code} isChecking={letter.isFetching} texts={texts} onCode={verify} />
      {letter.isFetching && <Spinner label={texts.checkingLabel} />}
      {!letter.isFetching && letter.error && <Refused error={letter.error} texts={texts} />}
      {!letter.isFetching && letter.data && (
        <Outcome key={letter.dataUpdatedAt}>
          <LetterResult letter={letter.data} texts={texts} />
        </Outcome>
      )}
    </div>
  );
}

function Refused({ error, texts: { unknown, failure } }: { error: Error; texts: VerifyTexts }) {
  const isUnknown = error instanceof CallFailure && error.code === "not_found";
  return (
    <Outcome>
      {isUnknown ? (
        <StatePanel icon="close" title={unknown.title} text={unknown.text} />
      ) : (
        <StatePanel icon="clock" title={failure.title} text={error.message || failure.text} />
      )}
    </Outcome>
  );
}

/** What came of it takes the focus, so that it is read out and not searched for. */
function Outcome({ children }: { children: ReactNode }) {
  const outcome = useRef<HTMLDivElement>(null);
  useEffect(() => outcome.current?.focus(), []);
  return (
    <div ref={outcome} tabIndex={-1} className="outline-none">
      {children}
    </div>
  );
}

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
function CodeForm({ code, isChecking, texts, onCode }: CodeFormProps) {
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
