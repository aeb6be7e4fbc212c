import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type * as z from "zod/mini";
import { fileLinkSchema } from "../../../supabase/functions/_shared/contracts/documents.ts";
import { isRunningState } from "../../../supabase/functions/_shared/contracts/guarantee/contract.ts";
import {
  type ContractEnding,
  askedEndings,
  endingFormSchema,
  endingQuestionSchema,
  endingTitles,
} from "../../../supabase/functions/_shared/contracts/guarantee/endings.ts";
import {
  formatCurrency,
  formatDateTime,
  formatShortDate,
  todayInBrasilia,
} from "../../../supabase/functions/_shared/contracts/fields/formats.ts";
import { askAsStaff, callAsStaff } from "../../backend/ask-as-staff.ts";
import { type Backend, useBackend } from "../../backend/backend-context.tsx";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { showToast } from "../../ui/feedback/show-toast.tsx";
import { SpinnerRing } from "../../ui/feedback/states.tsx";
import { SelectField, TextAreaField, TextField } from "../../ui/form/controls.tsx";
import { Form, FormAlert } from "../../ui/form/form.tsx";
import { useValidatedForm } from "../../ui/form/use-validated-form.ts";
import { DataList, Datum, Whole } from "../../ui/section/facts.tsx";
import { type StaffContract, contractsKey } from "./contract-queries.ts";
import { ContractPart } from "./contract-state.tsx";

const states = {
  asked: "Espera a conferência",
  confirmed: "Confirmado",
  withdrawn: "Retirado",
} satisfies Record<ContractEnding["status"], string>;

/** How a contract is to end, or ended: who asked, since when, by what it is known, and what to do about it. */
export function ContractEndingPart({ contract }: { contract: StaffContract }) {
  const { ending, state } = contract;
  const [isAsking, setIsAsking] = useState(false);
  const backend = useBackend();
  const act = useEndingAction();
  if (!ending) return null;
  const { id, protocol, kind, asked_by, asked_at, reason, keys_on, status, question } = ending;
  const { proof_at, refund } = ending;
  const isRunning = isRunningState(state) || state === "expired";
  const run = (name: Action) => act.mutate({ name, id });
  return (
    <ContractPart title="Encerramento">
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
            <button
              type="button"
              className="btn btn-outline"
              onClick={() => void openProof(backend, id)}
            >
              Abrir o recibo
            </button>
          )}
          {isRunning && status === "asked" && (
            <>
              <button
                type="button"
                className="btn btn-primary"
                disabled={act.isPending}
                onClick={() => run("confirm_ending")}
              >
                {act.isPending && <SpinnerRing />}
                Confirmar o encerramento
              </button>
              <button type="button" className="btn btn-outline" onClick={() => setIsAsking(true)}>
                Perguntar por e-mail
              </button>
            </>
          )}
          {isRunning && status !== "withdrawn" && (
            <button
              type="button"
              className="btn btn-outline"
              disabled={act.isPending}
              onClick={() => run("withdraw_ending")}
            >
              Retirar o pedido
            </button>
          )}
        </div>
      </div>
      {isAsking && <AskAboutEnding id={id} onClose={() => setIsAsking(false)} />}
    </ContractPart>
  );
}

type Action = "confirm_ending" | "withdraw_ending";

function useEndingAction() {
  const backend = useBackend();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ name, id }: { name: Action; id: string }) =>
      askAsStaff(backend, (client) => client.rpc(name, { ending_id: id })),
    onSuccess: (_answer, { name }) =>
      showToast({
        title: name === "confirm_ending" ? "Encerramento confirmado" : "Pedido retirado",
        description: "O locatário é avisado por e-mail.",
        tone: "success",
      }),
    onError: () =>
      showToast({
        title: "Nada mudou no encerramento",
        description: "Por favor, tente novamente.",
        tone: "destructive",
      }),
    onSettled: () => queries.invalidateQueries({ queryKey: contractsKey }),
  });
}

async function openProof(backend: Backend | null, documentId: string): Promise<void> {
  // Opened by the click itself: a window that opens later is taken for an advertisement.
  const tab = window.open("", "_blank");
  try {
    const { url } = await callAsStaff(backend, {
      name: "open-document",
      body: { documentId },
      data: fileLinkSchema,
    });
    (tab ?? window).location.assign(url);
  } catch {
    tab?.close();
    showToast({
      title: "Erro ao abrir o recibo",
      description: "Por favor, tente novamente.",
      tone: "destructive",
    });
  }
}

interface AskAboutEndingProps {
  id: string;
  onClose: () => void;
}

/** What is unclear goes to the tenant by mail. Open as long as it is rendered. */
function AskAboutEnding({ id, onClose }: AskAboutEndingProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const backend = useBackend();
  const queries = useQueryClient();
  const { form, field } = useValidatedForm({ schema: endingQuestionSchema, names: ["question"] });
  const asking = useMutation({
    mutationFn: ({ question }: z.output<typeof endingQuestionSchema>) =>
      askAsStaff(backend, (client) => client.rpc("ask_about_ending", { ending_id: id, question })),
    onSuccess() {
      dialog.current?.close();
      showToast({ title: "Pergunta enviada ao locatário", tone: "success" });
      return queries.invalidateQueries({ queryKey: contractsKey });
    },
  });
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <Dialog ref={dialog} titleId="ask-about-ending" onClose={onClose} size="form">
      <Form
        className="grid gap-5"
        onSubmit={(event) =>
          void form.handleSubmit((values) => {
            if (!asking.isPending) asking.mutate(values);
          })(event)
        }
      >
        <h2 id="ask-about-ending" className="text-card">
          Perguntar sobre o encerramento
        </h2>
        <TextAreaField
          {...field("question")}
          rows={4}
          maxLength={1000}
          texts={{
            label: "Pergunta",
            help: "O locatário a lê por e-mail e na página do contrato.",
          }}
        />
        {asking.isError && (
          <FormAlert key={asking.submittedAt}>
            <p>A pergunta não foi enviada. O texto continua aqui: tente novamente.</p>
          </FormAlert>
        )}
        <div className="modal-action flex-wrap gap-3">
          <button type="button" className="btn btn-outline" onClick={() => dialog.current?.close()}>
            Voltar
          </button>
          <button type="submit" className="btn btn-primary" disabled={asking.isPending}>
            Enviar a pergunta
          </button>
        </div>
      </Form>
    </Dialog>
  );
}

interface BeginEndingDialogProps {
  contract: StaffContract;
  onClose: () => void;
}

/** The same request that tenants make, for somebody who calls or writes. Open as long as it is rendered. */
export function BeginEndingDialog({ contract, onClose }: BeginEndingDialogProps) {
  const { id, tenant_name, start_date, end_date } = contract;
  const dialog = useRef<HTMLDialogElement>(null);
  const backend = useBackend();
  const queries = useQueryClient();
  const [endingId] = useState(() => crypto.randomUUID());
  const [schema] = useState(() => endingFormSchema(start_date, end_date));
  const { form, field } = useValidatedForm({ schema, names: ["kind", "keysOn", "reason"] });
  const beginning = useMutation({
    mutationFn: ({ kind, keysOn, reason }: z.output<typeof schema>) =>
      askAsStaff(backend, (client) =>
        client.rpc("ask_ending", {
          contract_id: id,
          ending_id: endingId,
          kind: kind ?? "cancelled-before-start",
          keys_on: keysOn ?? null,
          reason: reason ?? null,
        }),
      ),
    onSuccess() {
      dialog.current?.close();
      showToast({
        title: "Pedido de encerramento aberto",
        description: "O locatário recebe o protocolo por e-mail. Confirme depois de conferir.",
        tone: "success",
      });
      return queries.invalidateQueries({ queryKey: contractsKey });
    },
  });
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <Dialog ref={dialog} titleId="begin-ending" onClose={onClose} size="form">
      <Form
        className="grid gap-5"
        onSubmit={(event) =>
          void form.handleSubmit((values) => {
            if (!beginning.isPending) beginning.mutate(values);
          })(event)
        }
      >
        <h2 id="begin-ending" className="text-card wrap-anywhere">
          Abrir pedido de encerramento de {tenant_name}
        </h2>
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
        {beginning.isError && (
          <FormAlert key={beginning.submittedAt}>
            <p>O pedido não foi aberto. O texto continua aqui: tente novamente.</p>
          </FormAlert>
        )}
        <div className="modal-action flex-wrap gap-3">
          <button type="button" className="btn btn-outline" onClick={() => dialog.current?.close()}>
            Voltar
          </button>
          <button type="submit" className="btn btn-primary" disabled={beginning.isPending}>
            {beginning.isPending && <SpinnerRing />}
            Abrir o pedido
          </button>
        </div>
      </Form>
    </Dialog>
  );
}
