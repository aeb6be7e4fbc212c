import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useBackend } from "../../../backend/backend-context.tsx";
import { FormAlert } from "../../../ui/form/form.tsx";
import { showToast } from "../../../ui/feedback/show-toast.tsx";
import { Button } from "../../../ui/feedback/button.tsx";
import { StatusBadge } from "../../../ui/feedback/states.tsx";
import {
  createRecoveryCodes,
  describeFactorFailure,
  removeFactor,
} from "../shell/second-factor-calls.ts";
import type { StaffAccount } from "../shell/staff-account.ts";
import { RecoveryCodes, SecondFactorEnrolment } from "../shell/second-factor.tsx";

export function SecondFactorSettings({ account }: { account: StaffAccount }) {
  const { has_second_factor, recovery_codes_left } = account;
  const backend = useBackend();
  const queries = useQueryClient();
  const [codes, setCodes] = useState<readonly string[]>();
  const recheck = () => queries.invalidateQueries({ queryKey: ["staff-account"] });
  const renewal = useMutation({
    mutationFn: () => createRecoveryCodes(backend),
    onSuccess: setCodes,
  });
  const removal = useMutation({
    mutationFn: () => removeFactor(backend),
    onSuccess: () => {
      showToast({ title: "Verificação em duas etapas desativada", tone: "success" });
      return recheck();
    },
  });

  if (codes) {
    return (
      <RecoveryCodes
        codes={codes}
        onKept={() => {
          setCodes(undefined);
          void recheck();
        }}
      />
    );
  }
  if (!has_second_factor) {
    return <SecondFactorEnrolment isRequired={false} onEnrolled={setCodes} />;
  }
  const failure = renewal.error ?? removal.error;
  const isBusy = renewal.isPending || removal.isPending;
  return (
    <section className="card card-border grid max-w-[44rem] gap-5" aria-labelledby="factor-title">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="factor-title" className="text-card">
          Verificação em duas etapas
        </h2>
        <StatusBadge tone="good">Ativada</StatusBadge>
      </div>
      <p>
        Ao entrar, pedimos o código do seu aplicativo de autenticação.{" "}
        {describeLeft(recovery_codes_left)}
      </p>
      {failure && <FormAlert>{describeFactorFailure(failure)}</FormAlert>}
      <div className="flex flex-wrap gap-3">
        <Button
          className="btn-primary"
          isBusy={renewal.isPending}
          disabled={isBusy}
          onClick={() => renewal.mutate()}
        >
          Gerar novos códigos de recuperação
        </Button>
        <Button isBusy={removal.isPending} disabled={isBusy} onClick={() => removal.mutate()}>
          Desativar
        </Button>
      </div>
    </section>
  );
}

function describeLeft(left: number): string {
  if (left === 0) return "Você não tem mais códigos de recuperação: gere novos.";
  return left === 1 ? "Resta 1 código de recuperação." : `Restam ${left} códigos de recuperação.`;
}
