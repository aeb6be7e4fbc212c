import { useQuery } from "@tanstack/react-query";
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from "react";
import {
  type VerifiedLetter,
  formatLetterCode,
  readLetterCode,
  verifiedLetterSchema,
} from "#contracts/leases/letters.ts";
import { useBackend } from "../../../backend/backend-context.tsx";
import { Button } from "../../../ui/feedback/button.tsx";
import {
  CallFailure,
  callFunction,
  useNativeAnswer,
  nativeField,
} from "../../../backend/call-function.ts";
import { paths } from "../../../config/paths.ts";
import { ScriptWords } from "../../../content/script-notice.tsx";
import { Spinner, StatePanel } from "../../../ui/feedback/states.tsx";
import { Fields } from "../../../ui/form/fields.tsx";
import { Form, outcomeId } from "../../../ui/form/form.tsx";
import { useValidatedForm } from "../../../ui/form/use-validated-form.ts";
import { ContactLink, LetterResult, type VerifyTexts } from "./letter-result.tsx";
import { ReceiptResult } from "./receipt-result.tsx";
import { verifyRules } from "./verify-rules.ts";

interface VerifyLetterProps {
  /** Text of the URL fragment, usually a code; null without a fragment. */
  scanned: string | null;
  texts: VerifyTexts;
}

/**
 * Shows a form for the code of a letter or receipt, and the result of the check. A code in the URL is checked at once.
 */
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
    // Results are not cached, because staff may have revoked the letter since the last check.
    gcTime: 0,
    staleTime: 0,
  });

  function verify(typed: string) {
    // The code is written into the URL of this tab, so that a reload of the page checks the code again.
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
          <Verified found={letter.data} texts={texts} />
        </Outcome>
      )}
    </div>
  );
}

function Refused({ error, texts }: { error: Error; texts: VerifyTexts }) {
  const { unknown, failure } = texts;
  const isUnknown = error instanceof CallFailure && error.code === "not_found";
  return (
    <Outcome>
      {isUnknown ? (
        <StatePanel icon="close" title={unknown.title} text={unknown.text}>
          <ContactLink texts={texts} />
        </StatePanel>
      ) : (
        <StatePanel icon="clock" title={failure.title} text={error.message || failure.text} />
      )}
    </Outcome>
  );
}

function Verified({ found, texts }: { found: VerifiedLetter; texts: VerifyTexts }) {
  return "pays" in found ? (
    <ReceiptResult receipt={found} texts={texts} />
  ) : (
    <LetterResult letter={found} texts={texts} />
  );
}

/** Shows the result of a check. The result gets the focus, so that screen readers announce the result. */
function Outcome({ children }: { children: ReactNode }) {
  const outcome = useRef<HTMLDivElement>(null);
  useEffect(() => outcome.current?.focus(), []);
  return (
    <div ref={outcome} tabIndex={-1} className="outline-none">
      {children}
    </div>
  );
}

interface CodeFormProps {
  code: string | undefined;
  isChecking: boolean;
  texts: VerifyTexts;
  onCode: (code: string) => void;
}

/** Form with a field for a letter's code. People may type the code in small letters or with spaces. */
function CodeForm({ code, isChecking, texts, onCode }: CodeFormProps) {
  const { form, field } = useValidatedForm(verifyRules);
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
        table={verifyRules}
        field={field}
        texts={{ code: { label: texts.codeLabel, help: texts.codeHelp } }}
      />
      <Button className="btn-primary btn-lg justify-self-start" disabled={isChecking}>
        {isChecking ? texts.checkingLabel : texts.submitLabel}
      </Button>
    </Form>
  );
}

/** Form for browsers without JavaScript. The form posts the code to this page. */
export function NativeVerifyLetter({ texts }: { texts: VerifyTexts }) {
  const backend = useBackend();
  const answer = useNativeAnswer(verifyRules.functionName);
  if (!backend?.takesNativePosts) return <ScriptWords about="area" />;
  const letter = verifiedLetterSchema.safeParse(answer?.data).data;
  const { failure } = answer ?? {};
  return (
    <div className="grid gap-6">
      <Form action={`${paths.verify}#${outcomeId}`} className="card card-border grid gap-5">
        <Fields
          table={verifyRules}
          field={(name) => nativeField(name, answer)}
          texts={{ code: { label: texts.codeLabel, help: texts.codeHelp } }}
        />
        <Button className="btn-primary btn-lg justify-self-start">{texts.submitLabel}</Button>
      </Form>
      <div id={outcomeId} className="scroll-mt-24">
        {letter && <Verified found={letter} texts={texts} />}
        {failure && failure.code !== "invalid_fields" && <Refused error={failure} texts={texts} />}
      </div>
    </div>
  );
}
