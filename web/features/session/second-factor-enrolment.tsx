import { useMutation } from "@tanstack/react-query";
import { useBackend } from "../../backend/backend-context.tsx";
import { FormAlert } from "../../ui/form/form.tsx";
import { SpinnerRing } from "../../ui/feedback/states.tsx";
import { CodeForm } from "./code-form.tsx";
import { describeFactorFailure } from "./describe-factor-failure.ts";
import { beginEnrolment, createRecoveryCodes, showCode } from "./second-factor-calls.ts";

interface SecondFactorEnrolmentProps {
  /** True where nothing else opens without it. */
  isRequired: boolean;
  /** The factor works; these are its recovery codes. */
  onEnrolled: (codes: string[]) => void;
}

/** Ties an authenticator app to the account: QR code, then a first code to prove that it works. */
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
          <CodeForm
            kind="app"
            submitLabel="Ativar"
            error={proof.error}
            isBusy={proof.isPending}
            onCode={proof.mutate}
          />
        </>
      ) : (
        <>
          {beginning.error && <FormAlert>{describeFactorFailure(beginning.error)}</FormAlert>}
          <button
            type="button"
            className="btn btn-primary justify-self-start"
            disabled={beginning.isPending}
            onClick={() => beginning.mutate()}
          >
            {beginning.isPending && <SpinnerRing />}
            Começar
          </button>
        </>
      )}
    </section>
  );
}

const inGroups = (secret: string) => secret.match(/.{1,4}/g)?.join(" ") ?? secret;
