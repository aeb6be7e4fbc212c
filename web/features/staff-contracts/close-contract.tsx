import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import * as z from "zod/mini";
import { todayInBrasilia } from "../../../supabase/functions/_shared/contracts/fields/formats.ts";
import { endingTitles } from "../../../supabase/functions/_shared/contracts/guarantee/endings.ts";
import { textAreaField } from "../../../supabase/functions/_shared/contracts/fields/text.ts";
import {
  type ContractEndingsKind,
  contractEndingsKind,
} from "../../../supabase/functions/_shared/contracts/stored-values.ts";
import { askAsStaff } from "../../backend/ask-as-staff.ts";
import { useBackend } from "../../backend/backend-context.tsx";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { showToast } from "../../ui/feedback/show-toast.tsx";
import { SpinnerRing } from "../../ui/feedback/states.tsx";
import { UndoButton } from "../../ui/feedback/undo-button.tsx";
import { SelectField, TextAreaField, TextField } from "../../ui/form/controls.tsx";
import { Form, FormAlert } from "../../ui/form/form.tsx";
import { useValidatedForm } from "../../ui/form/use-validated-form.ts";
import { type StaffContract, contractsKey } from "./contract-queries.ts";

const texts = {
  ended: {
    title: "Encerrar o contrato",
    explanation:
      "A carta passa a ser verificada como encerrada. Dá para desfazer por alguns segundos, até o e-mail sair.",
    button: "Encerrar e avisar o locatário",
  },
  cancelled: {
    title: "Cancelar o contrato",
    explanation:
      "A carta passa a ser verificada como cancelada. Use quando o contrato não devia valer. Dá para desfazer por alguns segundos, até o e-mail sair.",
    button: "Cancelar e avisar o locatário",
  },
} as const;

/** A withdrawal that came by another way than the page is a cancellation, too. */
const kindsOf = {
  ended: ["moved-out", "end-of-lease", "unpaid", "other"],
  cancelled: ["cancelled-before-start", "regret", "unpaid", "other"],
} as const satisfies Record<string, readonly ContractEndingsKind[]>;

/**
 * What private.close_contract takes. The days (YYYY-MM-DD) go from the contract's first to today; of one
 * that has not begun there is today alone. A contract that is cancelled is asked for its reason only.
 */
function rulesOf(first: string, last: string) {
  const reason = textAreaField({ min: 3, max: 1000, message: "Informe o motivo" });
  return z.object({
    kind: z.enum(contractEndingsKind, "Escolha o motivo"),
    ends_on: z.optional(
      z.iso.date("Informe a data da entrega das chaves").check(
        z.refine((day) => day >= first, "A data não pode ser antes do início do contrato"),
        z.refine((day) => day <= last, "A data não pode ser depois de hoje"),
      ),
    ),
    keys_note: z.optional(
      z.union([
        z.literal(""),
        textAreaField({ min: 3, max: 1000, message: "Escreva ao menos 3 caracteres" }),
      ]),
    ),
    reason,
  });
}

interface CloseContractDialogProps {
  contract: StaffContract;
  status: Closing["status"];
  onClose: () => void;
}

/** Asks as of when and why; the tenant reads the answer. Open as long as it is rendered. */
export function CloseContractDialog({ contract, status, onClose }: CloseContractDialogProps) {
  const { id, tenant_name, start_date } = contract;
  const dialog = useRef<HTMLDialogElement>(null);
  const closing = useCloseContract(id);
  const [today] = useState(() => todayInBrasilia());
  const isFirst = status === "cancelled" && start_date > today;
  const first = start_date < today ? start_date : today;
  const [schema] = useState(() => rulesOf(first, today));
  const { form, field } = useValidatedForm({
    schema,
    names: ["kind", "ends_on", "keys_note", "reason"],
  });
  useEffect(() => dialog.current?.showModal(), []);

  return (
    <Dialog ref={dialog} titleId={`close-${id}`} onClose={onClose} size="form">
      <Form
        className="grid gap-5"
        onSubmit={(event) =>
          void form.handleSubmit((values) => {
            const whole = { ...values, status };
            if (!closing.isPending) {
              closing.mutate(whole, { onSuccess: () => dialog.current?.close() });
            }
          })(event)
        }
      >
        <h2 id={`close-${id}`} className="text-card wrap-anywhere">
          {texts[status].title} de {tenant_name}
        </h2>
        <p>{texts[status].explanation}</p>
        {contract.renewed_by && (
          <p className="rounded-md bg-sand-100 p-4 font-semibold">
            A renovação {contract.renewed_by.contract_number} já foi aceita e continua: ela começa
            no dia dela, e a taxa dela é devida. Se ela também não deve valer, cancele-a à parte.
          </p>
        )}
        {closing.isError && (
          <FormAlert key={closing.submittedAt}>
            <p>O contrato continua como estava. O texto continua aqui: tente novamente.</p>
          </FormAlert>
        )}
        <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
          <SelectField
            {...field("kind")}
            id={`close-kind-${id}`}
            texts={{
              label: "Por que termina",
              help: "As páginas e os e-mails falam conforme a escolha.",
            }}
            options={kindsOf[status].map((value) => ({ value, label: endingTitles[value] }))}
            choosePlaceholder="Escolha"
            defaultValue={isFirst ? "cancelled-before-start" : "other"}
          />
          {status === "ended" && (
            <TextField
              {...field("ends_on")}
              id={`close-day-${id}`}
              type="date"
              defaultValue={today}
              min={first}
              max={today}
              texts={{
                label: "Entrega das chaves",
                help: "A fiança vale até esse dia, e o locatário o lê. Hoje ou um dia que já passou; se ainda vai ser, encerre no próprio dia.",
              }}
            />
          )}
        </div>
        {status === "ended" && (
          <TextAreaField
            {...field("keys_note")}
            id={`close-keys-${id}`}
            rows={2}
            maxLength={1000}
            texts={{
              label: "Recibo das chaves (opcional)",
              help: "Como se sabe da entrega: recibo de quem, de que dia. Só a equipe lê.",
            }}
          />
        )}
        <TextAreaField
          {...field("reason")}
          id={`close-reason-${id}`}
          rows={4}
          maxLength={1000}
          texts={{
            label: "Motivo",
            help: "O locatário lê este texto no e-mail e na página do contrato.",
          }}
        />
        <div className="modal-action flex-wrap gap-3">
          <button type="button" className="btn btn-outline" onClick={() => dialog.current?.close()}>
            Voltar
          </button>
          <button type="submit" className="btn btn-error" disabled={closing.isPending}>
            {closing.isPending && <SpinnerRing />}
            {texts[status].button}
          </button>
        </div>
      </Form>
    </Dialog>
  );
}

const closedSchema = z.object({ changed: z.boolean(), undoSeconds: z.optional(z.number()) });

export interface Closing {
  kind: ContractEndingsKind;
  status: "ended" | "cancelled";
  reason: string;
  /** The day (YYYY-MM-DD) on which the lease ended, and by what that is known. */
  ends_on?: string | undefined;
  keys_note?: string | undefined;
}

/** Ends or cancels a contract; whoever comes second is told that it was done. */
function useCloseContract(id: string) {
  const backend = useBackend();
  const queries = useQueryClient();
  const undoing = useUndoClosing(id);
  return useMutation({
    mutationFn: async ({ status, kind, reason, ends_on, keys_note }: Closing) =>
      closedSchema.parse(
        await askAsStaff(backend, (client) =>
          client.rpc("close_contract", {
            contract_id: id,
            status,
            kind,
            reason,
            ends_on: ends_on ?? null,
            keys_note: keys_note || null,
          }),
        ),
      ),
    onSuccess: ({ changed, undoSeconds: seconds = 0 }, { status }) => {
      const done = status === "ended" ? "Contrato encerrado" : "Contrato cancelado";
      const control = <UndoButton seconds={seconds} onUndo={() => undoing.mutate()} />;
      showToast(
        changed
          ? {
              title: done,
              description: "O locatário é avisado por e-mail.",
              tone: "success",
              ...(seconds > 0 && {
                description: `O e-mail ao locatário sai em ${seconds} segundos.`,
                action: { control, milliseconds: seconds * 1000 },
              }),
            }
          : { title: "Este contrato já não estava em vigor", tone: "info" },
      );
      return queries.invalidateQueries({ queryKey: contractsKey });
    },
  });
}

/** Takes the closing back; the dialog that it came from is gone by then. */
function useUndoClosing(id: string) {
  const backend = useBackend();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () =>
      closedSchema.parse(
        await askAsStaff(backend, (client) => client.rpc("undo_closing", { contract_id: id })),
      ),
    onSuccess: ({ changed }) => {
      showToast(
        changed
          ? {
              title: "O contrato voltou a ser como era",
              description: "Nenhum e-mail foi enviado.",
              tone: "success",
            }
          : {
              title: "Não dá mais para desfazer",
              description: "O e-mail já saiu ou está saindo.",
              tone: "destructive",
            },
      );
      return queries.invalidateQueries({ queryKey: contractsKey });
    },
    onError: () =>
      showToast({
        title: "Erro ao desfazer",
        description: "Por favor, tente novamente.",
        tone: "destructive",
      }),
  });
}
