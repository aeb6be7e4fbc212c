import { useState } from "react";
import type * as z from "zod/mini";
import { isRunningState } from "#contracts/leases/contract.ts";
import {
  type ContractEnding,
  askedEndings,
  endingFormSchema,
  endingQuestionSchema,
  endingTitles,
} from "#contracts/leases/endings.ts";
import {
  formatCurrency,
  formatDateTime,
  formatShortDate,
  todayInBrasilia,
} from "#contracts/fields/formats.ts";
import { useBackend } from "../../../backend/backend-context.tsx";
import { signFile } from "../../../backend/files/case-files.ts";
import { useOpenInTab } from "../../../backend/files/case-files.ts";
import { useStaffAction } from "../../../backend/staff/staff-hooks.ts";
import { reportFailure } from "../../../ui/feedback/report-failure.ts";
import { Button } from "../../../ui/feedback/button.tsx";
import { SelectField, TextAreaField, TextField } from "../../../ui/form/controls.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { useValidatedForm } from "../../../ui/form/use-validated-form.ts";
import { CasePart, DataList, Datum, Whole } from "../../../ui/section/facts.tsx";
import { type StaffContract, contractsKey } from "./contract-queries.ts";

const states = {
  asked: "Espera a conferência",
  confirmed: "Confirmado",
  withdrawn: "Retirado",
} satisfies Record<ContractEnding["status"], string>;

/** Shows the ending of a contract, who asked for it and the proof, with the actions of staff. */
export function ContractEndingPart({ contract }: { contract: StaffContract }) {
  const { ending, state } = contract;
  const [isAsking, setIsAsking] = useState(false);
  const proof = useOpenProof();
  const act = useEndingAction();
  if (!ending) return null;
  const { id, protocol, kind, asked_by, asked_at, reason, keys_on, status, question } = ending;
  const { proof_at, refund } = ending;
  const isRunning = isRunningState(state) || state === "expired";
  const run = (name: Action) => act.mutate({ name, id });
  return (
    <CasePart title="Encerramento">
      <div className="grid gap-4 rounded-md bg-sand-100 p-4 text-sm">
        <p className="font-semibold">
          {states[status]} · {endingTitles[kind]}
        </p>
        <DataList className="grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))]">
          <Datum label="Protocolo">
            <Whole>{protocol}</Whole>
          </Datum>
          <Datum
            label={asked_by === "staff" ? "Aberto pela equipe em" : "Pedido pelo locatário em"}
          >
            {formatDateTime(asked_at)}
          </Datum>
          <Datum label="Entrega das chaves">{keys_on && formatShortDate(keys_on)}</Datum>
          <Datum label="Recibo das chaves">
            {keys_on && (proof_at ? `Recebido em ${formatDateTime(proof_at)}` : "Não enviado")}
          </Datum>
          <Datum label="A devolver">
            {refund &&
              `${formatCurrency(refund.amount)} ${refund.paidOn ? `devolvidos em ${formatShortDate(refund.paidOn)}` : `até ${formatShortDate(refund.dueOn)}`}`}
          </Datum>
        </DataList>
        {reason && (
          <p className="whitespace-pre-line wrap-anywhere">
            {asked_by === "staff" ? "Motivo" : "Nas palavras do locatário"}: {reason}
          </p>
        )}
        {question && (
          <p className="whitespace-pre-line wrap-anywhere">Perguntamos por e-mail: {question}</p>
        )}
        <div className="flex flex-wrap gap-3">
          {proof_at && (
            <Button disabled={proof.isPending} onClick={() => proof.open(id)}>
              Abrir o recibo
            </Button>
          )}
          {isRunning && status === "asked" && (
            <>
              <Button
                className="btn-primary"
                isBusy={act.isPending}
                onClick={() => run("confirm_ending")}
              >
                Confirmar o encerramento
              </Button>
              <Button onClick={() => setIsAsking(true)}>Perguntar por e-mail</Button>
            </>
          )}
          {isRunning && status !== "withdrawn" && (
            <Button disabled={act.isPending} onClick={() => run("withdraw_ending")}>
              Retirar o pedido
            </Button>
          )}
        </div>
      </div>
      {isAsking && <AskAboutEnding id={id} onClose={() => setIsAsking(false)} />}
    </CasePart>
  );
}

type Action = "confirm_ending" | "withdraw_ending";

function useEndingAction() {
  return useStaffAction({
    ask: (client, { name, id }: { name: Action; id: string }) =>
      client.rpc(name, { ending_id: id }),
    success: (_answer, { name }) => ({
      title: name === "confirm_ending" ? "Encerramento confirmado" : "Pedido retirado",
      description: "O locatário é avisado por e-mail.",
      tone: "success",
    }),
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

interface BeginEndingDialogProps {
  contract: StaffContract;
  onClose: () => void;
}

/** Dialog in which staff request an ending for a tenant who calls or writes. */
export function BeginEndingDialog({ contract, onClose }: BeginEndingDialogProps) {
  const { id, tenant_name, start_date, end_date } = contract;
  const [endingId] = useState(() => crypto.randomUUID());
  const [schema] = useState(() => endingFormSchema(start_date, end_date));
  const form = useValidatedForm({ schema, names: ["kind", "keysOn", "reason"] });
  const { field } = form;
  const beginning = useStaffAction({
    ask: (client, { kind, keysOn, reason }: z.output<typeof schema>) =>
      client.rpc("ask_ending", {
        contract_id: id,
        ending_id: endingId,
        kind: kind ?? "cancelled-before-start",
        keys_on: keysOn ?? null,
        reason: reason ?? null,
      }),
    success: () => ({
      title: "Pedido de encerramento aberto",
      description: "O locatário recebe o protocolo por e-mail. Confirme depois de conferir.",
      tone: "success",
    }),
    changes: contractsKey,
  });
  return (
    <FormDialog
      title={`Abrir pedido de encerramento de ${tenant_name}`}
      form={form}
      sending={beginning}
      onSubmit={beginning.mutate}
      failed="O pedido não foi aberto. O texto continua aqui: tente novamente."
      submitLabel="Abrir o pedido"
      cancelLabel="Voltar"
      onClose={onClose}
    >
      <p>
        Como se o locatário pedisse: ele recebe o protocolo, e o contrato só termina quando alguém
        da equipe confirmar.
      </p>
      {start_date <= todayInBrasilia() && (
        <>
          <SelectField
            {...field("kind")}
            texts={{ label: "Motivo" }}
            options={askedEndings.map((value) => ({ value, label: endingTitles[value] }))}
            choosePlaceholder="Escolha o motivo"
          />
          <TextField
            {...field("keysOn")}
            type="date"
            min={start_date}
            max={end_date}
            texts={{ label: "Entrega das chaves", help: "Um dia que passou ou que ainda vem." }}
          />
        </>
      )}
      <TextAreaField
        {...field("reason")}
        rows={3}
        maxLength={1000}
        texts={{
          label: "Observação (opcional)",
          help: "O locatário lê este texto quando o contrato termina.",
        }}
      />
    </FormDialog>
  );
}
