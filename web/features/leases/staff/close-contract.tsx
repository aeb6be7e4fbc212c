import { useState } from "react";
import * as z from "zod/mini";
import { formatShortDate, todayInBrasilia } from "#contracts/fields/formats.ts";
import { endingTitles } from "#contracts/leases/endings.ts";
import { textAreaField } from "#contracts/fields/text.ts";
import type { ContractEndingsKind } from "#contracts/stored-values.ts";
import { useStaffAction } from "../../../backend/staff/staff-hooks.ts";
import { UndoButton } from "../../../ui/feedback/undo-button.tsx";
import { SelectField, TextAreaField, TextField } from "../../../ui/form/controls.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { useValidatedForm } from "../../../ui/form/use-validated-form.ts";
import type { StaffContract } from "./contract-queries.ts";
import { OpenClaimWarning } from "./open-claim-warning.tsx";

const texts = {
  ended: {
    title: "Encerrar o contrato",
    explanation:
      "A carta passa a ser verificada como encerrada. Dá para desfazer por alguns segundos, até o e-mail sair. Se as chaves foram ou vão ser devolvidas, abra um pedido de encerramento: o dia é perguntado às duas partes.",
    button: "Encerrar e avisar o locatário",
    despite: "Encerrar mesmo assim",
    claim: "Ele segue e é decidido, porque a garantia valia no dia do dano.",
  },
  cancelled: {
    title: "Cancelar o contrato",
    explanation:
      "A carta passa a ser verificada como cancelada. Use quando o contrato não devia valer. Dá para desfazer por alguns segundos, até o e-mail sair.",
    button: "Cancelar e avisar o locatário",
    despite: "Cancelar mesmo assim",
    claim: "Com o cancelamento ele é encerrado sem pagamento, e as duas partes são avisadas.",
  },
} as const;

/** Kinds that staff can give. A kind that depends on the keys needs a request, which asks both sides about the day. */
const kindsOf = {
  ended: ["unpaid", "other"],
  cancelled: ["cancelled-before-start", "regret", "unpaid", "other"],
} as const satisfies Record<string, readonly ContractEndingsKind[]>;
export type ClosingStatus = keyof typeof kindsOf;
type ClosingKind = (typeof kindsOf)[ClosingStatus][number];

/**
 * Returns the rules of private.close_contract. The last day of the guarantee must lie between `first` and `last`
 * (YYYY-MM-DD). A cancellation has no last day.
 */
function rulesOf(kinds: readonly ClosingKind[], first: string, last: string) {
  return z.object({
    kind: z.enum(kinds, "Escolha o motivo"),
    ends_on: z.optional(
      z.iso.date("Informe o último dia da fiança").check(
        z.refine((day) => day >= first, "A data não pode ser antes do início do contrato"),
        z.refine((day) => day <= last, "A data não pode ser depois de hoje"),
      ),
    ),
    reason: textAreaField({ min: 3, max: 1000, message: "Informe o motivo" }),
  });
}

interface CloseContractDialogProps {
  contract: StaffContract;
  status: ClosingStatus;
  onClose: () => void;
}

/** Dialog that asks for day and reason, which the tenant reads. Asks again when a claim is open. */
export function CloseContractDialog({ contract, status, onClose }: CloseContractDialogProps) {
  const { id, tenant_name, start_date, regret_until } = contract;
  const [openClaim, setOpenClaim] = useState<string>();
  const closing = useCloseContract({
    id,
    tenant: tenant_name,
    status,
    openClaim,
    onClaim: setOpenClaim,
  });
  const [today] = useState(() => todayInBrasilia());
  const isFirst = status === "cancelled" && start_date > today;
  const first = start_date < today ? start_date : today;
  const [kinds] = useState(() =>
    kindsOf[status].filter((kind) => kind !== "regret" || regret_until !== null),
  );
  const [schema] = useState(() => rulesOf(kinds, first, today));
  const form = useValidatedForm({ schema, names: ["kind", "ends_on", "reason"] });
  const { field } = form;
  const { title, explanation, button, despite, claim } = texts[status];
  return (
    <FormDialog
      title={`${title} de ${tenant_name}`}
      form={form}
      sending={closing}
      onSubmit={closing.mutate}
      mayClose={({ why }) => why !== "claim"}
      failed="O contrato continua como estava. O texto continua aqui: tente novamente."
      submitLabel={openClaim === undefined ? button : despite}
      cancelLabel="Voltar"
      isDestructive
      onClose={onClose}
    >
      <p>{explanation}</p>
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
            help:
              status === "cancelled" && regret_until !== null
                ? `A desistência no prazo legal vale até ${formatShortDate(regret_until)}.`
                : "As páginas e os e-mails falam conforme a escolha.",
          }}
          options={kinds.map((value) => ({ value, label: endingTitles[value] }))}
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
              label: "Último dia da fiança",
              help: "Hoje ou um dia que já passou. O locatário o lê.",
            }}
          />
        )}
      </div>
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
      <OpenClaimWarning protocol={openClaim}>{claim}</OpenClaimWarning>
    </FormDialog>
  );
}

const closedSchema = z.object({
  changed: z.boolean(),
  undoSeconds: z.optional(z.number()),
  /** `claim`: a claim with this protocol is open, and nothing changed. */
  why: z.optional(z.string()),
  protocol: z.optional(z.string()),
});

interface Closing {
  kind: ClosingKind;
  reason: string;
  /** Last day of the guarantee (YYYY-MM-DD). */
  ends_on?: string | undefined;
}

interface CloseOptions {
  id: string;
  /** Name of the tenant, whom the toast names. */
  tenant: string;
  status: ClosingStatus;
  /** Protocol of the open claim that staff know of. */
  openClaim: string | undefined;
  /** Gets the protocol of an open claim, because of which nothing changed. */
  onClaim: (protocol: string | undefined) => void;
}

/** Ends or cancels a contract. If a colleague has already closed the contract, the notice says so. */
function useCloseContract({ id, tenant, status, openClaim, onClaim }: CloseOptions) {
  const undoing = useUndoClosing(id, tenant);
  return useStaffAction({
    ask: (client, { kind, reason, ends_on }: Closing) =>
      client.rpc("close_contract", {
        contract_id: id,
        status,
        kind,
        reason,
        ends_on: ends_on ?? null,
        despite_claim: openClaim !== undefined,
      }),
    schema: closedSchema,
    success({ changed, why, undoSeconds: seconds = 0 }) {
      if (why === "claim") {
        return {
          title: "Há um acionamento aberto",
          description: "Nada mudou ainda.",
          tone: "info",
        };
      }
      if (!changed)
        return { title: "Este contrato já não estava em vigor", description: tenant, tone: "info" };
      const title = status === "ended" ? "Contrato encerrado" : "Contrato cancelado";
      if (seconds === 0) {
        return { title, description: `${tenant} recebe o aviso por e-mail.`, tone: "success" };
      }
      const until = Date.now() + seconds * 1000;
      const control = <UndoButton until={until} onUndo={() => undoing.mutate()} />;
      return {
        title,
        description: `${tenant}. O e-mail ao locatário sai em ${seconds} segundos.`,
        tone: "success",
        action: { control, milliseconds: seconds * 1000 },
      };
    },
    onSuccess: ({ why, protocol }) => onClaim(why === "claim" ? protocol : undefined),
    // The closing also changes the claims of the contract.
    changes: "everything",
  });
}

/** Undoes the closing. The notice has the undo button, because the dialog is already closed. */
function useUndoClosing(id: string, tenant: string) {
  return useStaffAction({
    ask: (client) => client.rpc("undo_closing", { contract_id: id }),
    schema: closedSchema,
    success: ({ changed }) =>
      changed
        ? {
            title: "O contrato voltou a ser como era",
            description: `${tenant}. Nenhum e-mail foi enviado.`,
            tone: "success",
          }
        : {
            title: "Não dá mais para desfazer",
            description: `${tenant}. O e-mail já saiu ou está saindo.`,
            tone: "destructive",
          },
    failure: "Erro ao desfazer",
    changes: "everything",
  });
}
