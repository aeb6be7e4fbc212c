import { useState } from "react";
import * as z from "zod/mini";
import { isRunningState } from "#contracts/leases/contract.ts";
import {
  type ContractEnding,
  type HandoverStatement,
  endingQuestionSchema,
  endingTitles,
} from "#contracts/leases/endings.ts";
import { formatCurrency, formatDateTime, formatShortDate } from "#contracts/fields/formats.ts";
import { useBackend } from "../../../backend/backend-context.tsx";
import { signFile, useOpenInTab } from "../../../backend/files/case-files.ts";
import { useStaffAction } from "../../../backend/staff/staff-hooks.ts";
import { StaffButton } from "../../../backend/staff/staff-rights.tsx";
import { reportFailure } from "../../../ui/feedback/report-failure.ts";
import { Button } from "../../../ui/feedback/button.tsx";
import { TextAreaField } from "../../../ui/form/controls.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { useValidatedForm } from "../../../ui/form/use-validated-form.ts";
import { CasePart, DataList, Datum, Whole } from "../../../ui/section/facts.tsx";
import { statedDays } from "../handover-rules.ts";
import { type StaffContract, contractsKey } from "./contract-queries.ts";
import { ConfirmEndingDialog } from "./ending-dialogs.tsx";

const states = {
  asked: "Espera a conferência",
  confirmed: "Confirmado",
  withdrawn: "Retirado",
} satisfies Record<ContractEnding["status"], string>;

const askers = {
  tenant: "Pedido pelo locatário em",
  landlord: "Pedido pelo locador em",
  staff: "Aberto pela equipe em",
} satisfies Record<ContractEnding["asked_by"], string>;

const sides = {
  tenant: "Locatário",
  landlord: "Locador",
  staff: "Equipe",
} satisfies Record<HandoverStatement["side"], string>;

/** Shows the ending of a contract: who asked for it, both sides' day of the keys, who was told, and the actions. */
export function ContractEndingPart({ contract }: { contract: StaffContract }) {
  const { ending, state } = contract;
  const [dialog, setDialog] = useState<"ask" | "confirm" | null>(null);
  const withdrawing = useWithdrawEnding();
  if (!ending) return null;
  const { id, kind, asked_by, reason, status, question, waits_for, answer_until } = ending;
  const isRunning = isRunningState(state) || state === "expired";
  const waits = waits_for.map((side) => sides[side].toLowerCase());
  return (
    <CasePart title="Encerramento">
      <div className="grid gap-4 rounded-md bg-sand-100 p-4 text-sm">
        <p className="font-semibold">
          {status === "asked" && waits.length > 0 ? "Espera o outro lado" : states[status]} ·{" "}
          {endingTitles[kind]}
        </p>
        <EndingFacts ending={ending} />
        {reason && (
          <p className="whitespace-pre-line wrap-anywhere">
            {asked_by === "staff" ? "Motivo" : `Nas palavras do ${sides[asked_by].toLowerCase()}`}:{" "}
            {reason}
          </p>
        )}
        <Statements ending={ending} />
        {question && (
          <p className="whitespace-pre-line wrap-anywhere">Perguntamos por e-mail: {question}</p>
        )}
        {waits.length > 0 && answer_until && (
          <p className="font-semibold">
            O {waits.join(" e o ")} ainda {waits.length === 1 ? "pode" : "podem"} informar outro dia
            até {formatShortDate(answer_until)}. Depois disso, ou da resposta, dá para confirmar.
          </p>
        )}
        <div className="flex flex-wrap gap-3">
          {isRunning && status === "asked" && (
            <>
              {waits.length === 0 && (
                <StaffButton
                  needs="contracts"
                  className="btn-primary"
                  onClick={() => setDialog("confirm")}
                >
                  Confirmar o encerramento
                </StaffButton>
              )}
              <StaffButton needs="contracts" onClick={() => setDialog("ask")}>
                Perguntar por e-mail
              </StaffButton>
            </>
          )}
          {isRunning && status !== "withdrawn" && (
            <StaffButton
              needs="contracts"
              disabled={withdrawing.isPending}
              onClick={() => withdrawing.mutate(id)}
            >
              Retirar o pedido
            </StaffButton>
          )}
        </div>
      </div>
      {dialog === "ask" && <AskAboutEnding id={id} onClose={() => setDialog(null)} />}
      {dialog === "confirm" && (
        <ConfirmEndingDialog contract={contract} ending={ending} onClose={() => setDialog(null)} />
      )}
    </CasePart>
  );
}

function EndingFacts({ ending }: { ending: ContractEnding }) {
  const { protocol, asked_by, asked_at, keys_on, status, refund, landlord_told_on } = ending;
  return (
    <DataList className="grid-cols-[repeat(auto-fill,minmax(min(8.5rem,100%),1fr))]">
      <Datum label="Protocolo">
        <Whole>{protocol}</Whole>
      </Datum>
      <Datum label={askers[asked_by]}>{formatDateTime(asked_at)}</Datum>
      <Datum label={status === "confirmed" ? "Dia das chaves confirmado" : "Entrega das chaves"}>
        {keys_on && formatShortDate(keys_on)}
      </Datum>
      <Datum label="Locador avisado em">
        {landlord_told_on ? formatShortDate(landlord_told_on) : "Ninguém: nenhum e-mail confirmado"}
      </Datum>
      <Datum label="A devolver">
        {refund &&
          `${formatCurrency(refund.amount)} ${refund.paidOn ? `devolvidos em ${formatShortDate(refund.paidOn)}` : `até ${formatShortDate(refund.dueOn)}`}`}
      </Datum>
    </DataList>
  );
}

/** Shows beside each other what both sides state about the day of the keys. */
function Statements({ ending }: { ending: ContractEnding }) {
  const proof = useOpenProof();
  const { statements, keys_on } = ending;
  if (keys_on === null || statements.length === 0) return null;
  const shown = [
    ...(["tenant", "landlord"] as const),
    ...(statements.some(({ side }) => side === "staff") ? (["staff"] as const) : []),
  ];
  return (
    <div className="grid gap-3">
      {statedDays(ending).length > 1 && (
        <p className="font-semibold">As partes informam dias diferentes.</p>
      )}
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        {shown.map((side) => {
          const statement = statements.find((one) => one.side === side);
          return (
            <section
              key={side}
              aria-label={`O que diz: ${sides[side].toLowerCase()}`}
              className="grid min-w-0 content-start justify-items-start gap-1 rounded-md bg-base-100 p-3"
            >
              <p className="text-xs text-muted">{sides[side]}</p>
              {statement ? (
                <>
                  <p className="font-semibold">
                    Chaves em {formatShortDate(statement.keysOn)}
                    <span className="block text-xs font-normal text-muted">
                      informado em {formatDateTime(statement.statedAt)}
                    </span>
                  </p>
                  {statement.note && (
                    <p className="whitespace-pre-line wrap-anywhere">{statement.note}</p>
                  )}
                  <Receipt statement={statement} proof={proof} />
                </>
              ) : (
                <p>Não informou o dia.</p>
              )}
            </section>
          );
        })}
      </div>
    </div>
  );
}

interface ReceiptProps {
  statement: HandoverStatement;
  proof: ReturnType<typeof useOpenProof>;
}

function Receipt({ statement: { side, proofAt, proofId }, proof }: ReceiptProps) {
  if (proofAt === undefined) {
    return side === "staff" ? null : <p>Recibo das chaves não enviado.</p>;
  }
  return (
    <>
      <p>Recibo recebido em {formatDateTime(proofAt)}</p>
      {proofId && (
        <Button
          className="btn-outline btn-sm"
          disabled={proof.isPending}
          onClick={() => proof.open(proofId)}
        >
          Abrir o recibo<span className="sr-only"> do {sides[side].toLowerCase()}</span>
        </Button>
      )}
    </>
  );
}

function useWithdrawEnding() {
  return useStaffAction({
    ask: (client, id: string) => client.rpc("withdraw_ending", { ending_id: id }),
    schema: z.object({ outcome: z.string() }),
    success: ({ outcome }) =>
      outcome === "withdrawn"
        ? {
            title: "Pedido retirado",
            description: "As duas partes são avisadas por e-mail.",
            tone: "success",
          }
        : { title: "Nada mudou no encerramento", tone: "info" },
    failure: "Nada mudou no encerramento",
    changes: contractsKey,
  });
}

function useOpenProof() {
  const backend = useBackend();
  return useOpenInTab({
    sign: (documentId: string) =>
      signFile(backend, "staff", { name: "open-document", body: { documentId } }),
    onFailed: (error) => reportFailure("Erro ao abrir o recibo", error),
  });
}

/** Dialog for a question about the ending, which the tenant gets by mail. */
function AskAboutEnding({ id, onClose }: { id: string; onClose: () => void }) {
  const form = useValidatedForm({ schema: endingQuestionSchema, names: ["question"] });
  const asking = useStaffAction({
    ask: (client, { question }: z.output<typeof endingQuestionSchema>) =>
      client.rpc("ask_about_ending", { ending_id: id, question }),
    success: "Pergunta enviada ao locatário",
    changes: contractsKey,
  });
  return (
    <FormDialog
      title="Perguntar sobre o encerramento"
      form={form}
      sending={asking}
      onSubmit={asking.mutate}
      failed="A pergunta não foi enviada. O texto continua aqui: tente novamente."
      submitLabel="Enviar a pergunta"
      cancelLabel="Voltar"
      onClose={onClose}
    >
      <TextAreaField
        {...form.field("question")}
        rows={4}
        maxLength={1000}
        texts={{
          label: "Pergunta",
          help: "O locatário a lê por e-mail e na página do contrato.",
        }}
      />
    </FormDialog>
  );
}
