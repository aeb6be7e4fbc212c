import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useBackend } from "../../backend/backend-context.tsx";
import { showToast } from "../../ui/feedback/show-toast.tsx";
import { CodeForm } from "./code-form.tsx";
import { redeemRecoveryCode, showCode } from "./second-factor-calls.ts";

/** The second step of signing in: the app's code, or a recovery code when the app is lost. */
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
          error={recovery.error}
          isBusy={recovery.isPending}
          onCode={recovery.mutate}
        >
          <button type="button" className="btn btn-link" onClick={() => setIsAppLost(false)}>
            Usar o código do aplicativo
          </button>
        </CodeForm>
      ) : (
        <CodeForm
          key="app"
          kind="app"
          submitLabel="Continuar"
          error={code.error}
          isBusy={code.isPending}
          onCode={code.mutate}
        >
          <button type="button" className="btn btn-link" onClick={() => setIsAppLost(true)}>
            Não tenho mais o aplicativo
          </button>
        </CodeForm>
      )}
      <button type="button" className="btn btn-outline" onClick={onSignOut}>
        Sair
      </button>
    </section>
  );
}
