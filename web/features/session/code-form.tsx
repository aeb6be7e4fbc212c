import type { ReactNode, SubmitEvent } from "react";
import * as z from "zod/mini";
import { Form, FormAlert } from "../../ui/form/form.tsx";
import { SpinnerRing } from "../../ui/feedback/states.tsx";
import { TextField } from "../../ui/form/controls.tsx";
import { useValidatedForm } from "../../ui/form/use-validated-form.ts";
import { describeFactorFailure } from "./describe-factor-failure.ts";

const kinds = {
  app: {
    schema: z.object({
      code: z.string("Digite os 6 números do aplicativo").check(
        z.overwrite((code) => code.replaceAll(/\D/g, "")),
        z.length(6, "Digite os 6 números do aplicativo"),
      ),
    }),
    label: "Código do aplicativo",
    help: "Os 6 números que o aplicativo de autenticação mostra agora.",
    inputMode: "numeric",
  },
  recovery: {
    schema: z.object({
      code: z
        .string("Digite um dos códigos de recuperação")
        .check(z.trim(), z.minLength(16, "Digite um dos códigos de recuperação")),
    }),
    label: "Código de recuperação",
    help: "Um dos dez códigos que você guardou, como ABCD-2345-EFGH-6789.",
    inputMode: "text",
  },
} as const;

interface CodeFormProps {
  kind: keyof typeof kinds;
  submitLabel: string;
  error: Error | null;
  isBusy: boolean;
  onCode: (code: string) => void;
  /** Other ways on, below the button. */
  children?: ReactNode;
}

/** Asks for a code of the authenticator app, or for a recovery code. */
export function CodeForm({ kind, submitLabel, error, isBusy, onCode, children }: CodeFormProps) {
  const { schema, label, help, inputMode } = kinds[kind];
  const { form, field } = useValidatedForm({ schema, names: ["code"] });

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    void form.handleSubmit(({ code }) => onCode(code))(event);
  }

  return (
    <Form className="grid gap-5" onSubmit={submit}>
      <TextField
        {...field("code")}
        id={`code-${kind}`}
        texts={{ label, help }}
        inputMode={inputMode}
        autoComplete={kind === "app" ? "one-time-code" : "off"}
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        required
      />
      {error && <FormAlert>{describeFactorFailure(error)}</FormAlert>}
      <button type="submit" className="btn btn-primary btn-lg" disabled={isBusy}>
        {isBusy && <SpinnerRing />}
        {submitLabel}
      </button>
      {children}
    </Form>
  );
}
