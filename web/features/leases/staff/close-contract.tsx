import { useState } from "react";
import * as z from "zod/mini";
import { todayInBrasilia } from "#contracts/fields/formats.ts";
import { endingTitles } from "#contracts/leases/endings.ts";
import { textAreaField } from "#contracts/fields/text.ts";
import { type ContractEndingsKind, contractEndingsKind } from "#contracts/stored-values.ts";
import { useStaffAction } from "../../../backend/staff/staff-hooks.ts";
import { UndoButton } from "../../../ui/feedback/undo-button.tsx";
import { SelectField, TextAreaField, TextField } from "../../../ui/form/controls.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { useValidatedForm } from "../../../ui/form/use-validated-form.ts";
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

/** The kind `regret` is for a tenant who withdrew outside the site. It counts as a cancellation. */
const kindsOf = {
  ended: ["moved-out", "end-of-lease", "unpaid", "other"],
  cancelled: ["cancelled-before-start", "regret", "unpaid", "other"],
} as const satisfies Record<string, readonly ContractEndingsKind[]>;

/**
 * Returns the rules of private.close_contract. The last day of the lease must lie between `first` and `last`
 * (YYYY-MM-DD). A cancellation has no last day.
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

/** Dialog that asks for day and reason, which the tenant reads. */
export function CloseContractDialog({ contract, status, onClose }: CloseContractDialogProps) {
  const { id, tenant_name, start_date } = contract;
  const closing = useCloseContract(id);
  const [today] = useState(() => todayInBrasilia());
  const isFirst = status === "cancelled" && start_date > today;
  const first = start_date < today ? start_date : today;
  const [schema] = useState(() => rulesOf(first, today));
  const form = useValidatedForm({ schema, names: ["kind", "ends_on", "keys_note", "reason"] });
  const { field } = form;
  return (
    <FormDialog
      title={`${texts[status].title} de ${tenant_name}`}
      form={form}
      sending={closing}
      onSubmit={(values, callbacks) => closing.mutate({ ...values, status }, callbacks)}
      failed="O contrato continua como estava. O texto continua aqui: tente novamente."
      submitLabel={texts[status].button}
      cancelLabel="Voltar"
      isDestructive
      onClose={onClose}
    >
      <p>{texts[status].explanation}</p>
      {contract.renewed_by && (
        <p className="rounded-md bg-sand-100 p-4 font-semibold">
          A renovação {contract.renewed_by.contract_number} já foi aceita e continua: ela começa no
          dia dela, e a taxa dela é devida. Se ela também não deve valer, cancele-a à parte.
        </p>
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
    </FormDialog>
  );
}

const closedSchema = z.object({ changed: z.boolean(), undoSeconds: z.optional(z.number()) });

export interface Closing {
  kind: ContractEndingsKind;
  status: "ended" | "cancelled";
  reason: string;
  /** Last day of the lease (YYYY-MM-DD). */
  ends_on?: string | undefined;
  /** Proof that the keys were returned, in staff's words. */
  keys_note?: string | undefined;
}

/** Ends or cancels a contract. If a colleague has already closed the contract, the notice says so. */
function useCloseContract(id: string) {
  const undoing = useUndoClosing(id);
  return useStaffAction({
    ask: (client, { status, kind, reason, ends_on, keys_note }: Closing) =>
      client.rpc("close_contract", {
        contract_id: id,
        status,
        kind,
        reason,
        ends_on: ends_on ?? null,
        keys_note: keys_note || null,
      }),
    schema: closedSchema,
    success({ changed, undoSeconds: seconds = 0 }, { status }) {
      if (!changed) return { title: "Este contrato já não estava em vigor", tone: "info" };
      const title = status === "ended" ? "Contrato encerrado" : "Contrato cancelado";
      if (seconds === 0) {
        return { title, description: "O locatário é avisado por e-mail.", tone: "success" };
      }
      const control = <UndoButton seconds={seconds} onUndo={() => undoing.mutate()} />;
      return {
        title,
        description: `O e-mail ao locatário sai em ${seconds} segundos.`,
        tone: "success",
        action: { control, milliseconds: seconds * 1000 },
      };
    },
    changes: contractsKey,
  });
}

/** Undoes the closing. The notice has the undo button, because the dialog is already closed. */
function useUndoClosing(id: string) {
  return useStaffAction({
    ask: (client) => client.rpc("undo_closing", { contract_id: id }),
    schema: closedSchema,
    success: ({ changed }) =>
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
    failure: "Erro ao desfazer",
    changes: contractsKey,
  });
}
