import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, type SubmitEvent, useState } from "react";
import * as z from "zod/mini";
import { useBackend } from "../../../backend/backend-context.tsx";
import { showToast } from "../../../ui/feedback/show-toast.tsx";
import { Button } from "../../../ui/feedback/button.tsx";
import { TextField } from "../../../ui/form/controls.tsx";
import { Form, FormAlert } from "../../../ui/form/form.tsx";
import { useValidatedForm } from "../../../ui/form/use-validated-form.ts";
import {
  beginEnrolment,
  createRecoveryCodes,
  describeFactorFailure,
  redeemRecoveryCode,
  showCode,
} from "./second-factor-calls.ts";

interface SecondFactorEnrolmentProps {
  /** True when this account gets access only with a second factor. */
  isRequired: boolean;
  /** Called with the recovery codes after the new second factor was verified. */
  onEnrolled: (codes: string[]) => void;
}

export function SecondFactorEnrolment({ isRequired, onEnrolled }: SecondFactorEnrolmentProps) {
  const backend = useBackend();
  const beginning = useMutation({ mutationFn: () => beginEnrolment(backend) });
  const enrolment = beginning.data;
  const proof = useMutation({
    mutationFn: async (code: string) => {
      await showCode(backend, code, enrolment?.factorId);
      return createRecoveryCodes(backend);
    },
    onSuccess: onEnrolled,
  });

  return (
    <section
      className="card card-border grid max-w-[44rem] gap-5"
      aria-labelledby="enrolment-title"
    >
      <h2 id="enrolment-title" className="text-card">
        Ative a verificação em duas etapas
      </h2>
      <p>
        {isRequired
          ? "Sua equipe exige a verificação em duas etapas: ative-a para continuar. "
          : "Com ela, quem descobrir a sua senha ainda não entra. "}
        Você vai precisar de um aplicativo de autenticação no celular, como Google Authenticator,
        Microsoft Authenticator ou 1Password.
      </p>
      {enrolment ? (
        <>
          <ol className="grid list-decimal gap-2 pl-5">
            <li>Abra o aplicativo e escaneie este código.</li>
            <li>Digite abaixo os 6 números que ele mostra.</li>
          </ol>
          <div className="flex flex-wrap items-center gap-6">
            <img
              src={enrolment.qrCode}
              alt="Código QR para o aplicativo de autenticação"
              width={200}
              height={200}
              className="rounded-md border border-sand-300 bg-white"
            />
            <div className="min-w-0 flex-1 basis-52">
              <p className="text-sm">Não consegue escanear? Digite esta chave no aplicativo:</p>
              <p className="mt-2 font-mono tracking-wide break-words">
                {inGroups(enrolment.secret)}
              </p>
            </div>
          </div>
          <CodeForm kind="app" submitLabel="Ativar" check={proof} />
        </>
      ) : (
        <>
          {beginning.error && <FormAlert>{describeFactorFailure(beginning.error)}</FormAlert>}
          <Button
            className="btn-primary justify-self-start"
            isBusy={beginning.isPending}
            onClick={() => beginning.mutate()}
          >
            Começar
          </Button>
        </>
      )}
    </section>
  );
}

const inGroups = (secret: string) => secret.match(/.{1,4}/g)?.join(" ") ?? secret;

/** Asks for the second factor: a code from the authenticator app, or a recovery code when the app is lost. */
export function SecondFactorStep({ onSignOut }: { onSignOut: () => void }) {
  const backend = useBackend();
  const queries = useQueryClient();
  const [isAppLost, setIsAppLost] = useState(false);
  const recheck = () => queries.invalidateQueries({ queryKey: ["staff-account"] });
  const code = useMutation({
    mutationFn: (typed: string) => showCode(backend, typed),
    onSuccess: recheck,
  });
  const recovery = useMutation({
    mutationFn: (typed: string) => redeemRecoveryCode(backend, typed),
    onSuccess: () => {
      showToast({
        title: "Código de recuperação aceito",
        description:
          "A verificação em duas etapas foi desativada. Ative-a de novo com o seu novo aparelho.",
        tone: "success",
      });
      return recheck();
    },
  });

  return (
    <section
      className="card card-border mx-auto grid max-w-[32rem] gap-5"
      aria-labelledby="step-title"
    >
      <h2 id="step-title" className="text-card">
        Verificação em duas etapas
      </h2>
      {isAppLost ? (
        <CodeForm
          key="recovery"
          kind="recovery"
          submitLabel="Usar código de recuperação"
          check={recovery}
        >
          <Button className="btn-link" onClick={() => setIsAppLost(false)}>
            Usar o código do aplicativo
          </Button>
        </CodeForm>
      ) : (
        <CodeForm key="app" kind="app" submitLabel="Continuar" check={code}>
          <Button className="btn-link" onClick={() => setIsAppLost(true)}>
            Não tenho mais o aplicativo
          </Button>
        </CodeForm>
      )}
      <Button onClick={onSignOut}>Sair</Button>
    </section>
  );
}

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
  check: { error: Error | null; isPending: boolean; mutate: (code: string) => void };
  /** Links to other ways to sign in, shown below the button. */
  children?: ReactNode;
}

function CodeForm({ kind, submitLabel, check, children }: CodeFormProps) {
  const { schema, label, help, inputMode } = kinds[kind];
  const { form, field } = useValidatedForm({ schema, names: ["code"] });

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (check.isPending) return;
    void form.handleSubmit(({ code }) => check.mutate(code))(event);
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
      {check.error && <FormAlert>{describeFactorFailure(check.error)}</FormAlert>}
      <Button className="btn-primary btn-lg" isBusy={check.isPending}>
        {submitLabel}
      </Button>
      {children}
    </Form>
  );
}

/** Shows new recovery codes, which cannot be shown a second time. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(codes.join("\n"));
      showToast({ title: "Códigos copiados", tone: "success" });
    } catch {
      showToast({
        title: "Não foi possível copiar",
        description: "Selecione os códigos na página e copie.",
        tone: "destructive",
      });
    }
  }
  return (
    <section className="card card-border grid max-w-[44rem] gap-5" aria-labelledby="codes-title">
      <h2 id="codes-title" className="text-card" tabIndex={-1} ref={(title) => title?.focus()}>
        Guarde os seus códigos de recuperação
      </h2>
      <p>
        Eles aparecem só agora. Se você perder o aparelho, cada um deles vale uma vez no lugar do
        código do aplicativo. Guarde-os fora deste computador, num gerenciador de senhas ou
        impressos.
      </p>
      <ul className="grid gap-x-6 gap-y-2 rounded-md bg-sand-100 p-5 font-mono sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button className="btn-primary" onClick={onKept}>
          Guardei os códigos
        </Button>
        <Button onClick={() => void copy()}>Copiar</Button>
      </div>
    </section>
  );
}
