import { useState } from "react";
import * as z from "zod/mini";
import {
  type ContractEnding,
  askedEndings,
  endingFormSchema,
  endingTitles,
} from "#contracts/leases/endings.ts";
import { formatShortDate, todayInBrasilia } from "#contracts/fields/formats.ts";
import { textAreaField } from "#contracts/fields/text.ts";
import { useStaffAction } from "../../../backend/staff/staff-hooks.ts";
import { SelectField, TextAreaField, TextField } from "../../../ui/form/controls.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { useValidatedForm } from "../../../ui/form/use-validated-form.ts";
import { statedDays } from "../handover-rules.ts";
import { type StaffContract, contractsKey } from "./contract-queries.ts";
import { OpenClaimWarning } from "./open-claim-warning.tsx";

interface EndingDialogProps {
  contract: StaffContract;
  onClose: () => void;
}

/**
 * Returns the rules of private.confirm_ending. A day on which the two sides do not agree needs a note. The day lies
 * between `first` and `last` (YYYY-MM-DD).
 */
export function confirmRules(
  { keys_on, statements }: Pick<ContractEnding, "keys_on" | "statements">,
  { first, last }: { first: string; last: string },
) {
  return z
    .object({
      keys_on: z.optional(
        z.iso.date("Informe o dia da entrega das chaves").check(
          z.refine((day) => day >= first, "A data não pode ser antes do início do contrato"),
          z.refine((day) => day <= last, "A data não pode ser depois do término do contrato"),
        ),
      ),
      keys_note: z._default(
        z.union([
          z.literal(""),
          textAreaField({ min: 3, max: 1000, message: "Escreva ao menos 3 caracteres" }),
        ]),
        "",
      ),
    })
    .check(
      z.refine(
        (given) =>
          keys_on === null ||
          given.keys_note !== "" ||
          statements.every(({ keysOn }) => keysOn === given.keys_on),
        {
          error: "As partes não informam este mesmo dia: escreva por que ele vale",
          path: ["keys_note"],
        },
      ),
    );
}

/** Dialog that confirms an ending: the day of the keys, and the reason when the sides do not agree on it. */
export function ConfirmEndingDialog(props: EndingDialogProps & { ending: ContractEnding }) {
  const { contract, ending, onClose } = props;
  const { id, keys_on } = ending;
  const { start_date, end_date, tenant_name } = contract;
  const [schema] = useState(() => confirmRules(ending, { first: start_date, last: end_date }));
  const form = useValidatedForm({ schema, names: ["keys_on", "keys_note"] });
  const { field } = form;
  const confirming = useStaffAction({
    ask: (client, given: z.output<typeof schema>) =>
      client.rpc("confirm_ending", {
        ending_id: id,
        keys_on: given.keys_on ?? null,
        keys_note: given.keys_note || null,
      }),
    schema: z.object({
      changed: z.boolean(),
      status: z.string(),
      /** `waits`: a side can still state the day, until this day. */
      why: z.optional(z.string()),
      until: z.optional(z.string()),
    }),
    success({ changed, status, why, until }) {
      if (changed) {
        const title =
          status === "coming" ? "Encerramento confirmado para o dia" : "Encerramento confirmado";
        return { title, description: "As duas partes são avisadas por e-mail.", tone: "success" };
      }
      const description =
        why === "waits" && until
          ? `O outro lado ainda pode informar o dia até ${formatShortDate(until)}.`
          : "Este pedido já tinha sido confirmado ou retirado.";
      return { title: "Nada mudou no encerramento", description, tone: "info" };
    },
    changes: contractsKey,
  });
  const said = statedDays(ending);
  return (
    <FormDialog
      title={`Confirmar o encerramento de ${tenant_name}`}
      form={form}
      sending={confirming}
      onSubmit={confirming.mutate}
      failed="Nada mudou. O que você escreveu continua aqui: tente novamente."
      submitLabel="Confirmar o encerramento"
      cancelLabel="Voltar"
      onClose={onClose}
    >
      <p>
        {keys_on === null
          ? "O contrato termina hoje, e as duas partes são avisadas por e-mail."
          : "A fiança vale até o dia confirmado, e as duas partes são avisadas por e-mail."}
      </p>
      {said.length > 1 && (
        <p className="rounded-md bg-amber-100 p-4 font-semibold">
          As partes informam dias diferentes: {said.map(formatShortDate).join(" e ")}.
        </p>
      )}
      {keys_on !== null && (
        <TextField
          {...field("keys_on")}
          id={`confirm-day-${id}`}
          type="date"
          defaultValue={keys_on}
          min={start_date}
          max={end_date}
          texts={{ label: "Dia das chaves" }}
        />
      )}
      {keys_on !== null && (
        <TextAreaField
          {...field("keys_note")}
          id={`confirm-note-${id}`}
          rows={3}
          maxLength={1000}
          texts={{
            label: "Por que vale este dia",
            help: "Preciso quando as partes não informam o mesmo dia. Só a equipe lê.",
          }}
        />
      )}
    </FormDialog>
  );
}

const outcomes: Record<string, string> = {
  open: "Já há um pedido de encerramento aberto.",
  closed: "Este contrato já não está em vigor.",
};

/** Dialog in which staff request an ending for a person who calls or writes. Asks again when a claim is open. */
export function BeginEndingDialog({ contract, onClose }: EndingDialogProps) {
  const { id, tenant_name, start_date, end_date, renews } = contract;
  const [endingId] = useState(() => crypto.randomUUID());
  const [openClaim, setOpenClaim] = useState<string>();
  const [schema] = useState(() => endingFormSchema(start_date, end_date));
  const form = useValidatedForm({ schema, names: ["kind", "keysOn", "reason"] });
  const { field } = form;
  const kind = form.form.watch("kind");
  // A lease that was renewed has begun.
  const kinds = askedEndings.filter((value) => value !== "never-began" || renews === null);
  const beginning = useStaffAction({
    ask: (client, given: z.output<typeof schema>) =>
      client.rpc("ask_ending", {
        contract_id: id,
        ending_id: endingId,
        kind: given.kind ?? "cancelled-before-start",
        keys_on: given.kind === "never-began" ? null : (given.keysOn ?? null),
        reason: given.reason ?? null,
        despite_claim: openClaim !== undefined,
      }),
    schema: z.object({ outcome: z.string(), protocol: z.optional(z.string()) }),
    success({ outcome }) {
      if (outcome === "asked") {
        return {
          title: "Pedido de encerramento aberto",
          description: "As duas partes são avisadas, e o outro lado é perguntado sobre o dia.",
          tone: "success",
        };
      }
      if (outcome === "claim") {
        return {
          title: "Há um acionamento aberto",
          description: "Nada mudou ainda.",
          tone: "info",
        };
      }
      return { title: "Nada mudou", description: outcomes[outcome] ?? "", tone: "info" };
    },
    onSuccess: ({ outcome, protocol }) => setOpenClaim(outcome === "claim" ? protocol : undefined),
    changes: contractsKey,
  });
  return (
    <FormDialog
      title={`Abrir pedido de encerramento de ${tenant_name}`}
      form={form}
      sending={beginning}
      onSubmit={beginning.mutate}
      mayClose={({ outcome }) => outcome !== "claim"}
      failed="O pedido não foi aberto. O texto continua aqui: tente novamente."
      submitLabel={openClaim === undefined ? "Abrir o pedido" : "Abrir mesmo assim"}
      cancelLabel="Voltar"
      onClose={onClose}
    >
      <p>
        O locatário recebe o protocolo. As duas partes podem informar o dia das chaves, e o contrato
        só termina quando alguém da equipe confirmar.
      </p>
      {start_date <= todayInBrasilia() && (
        <>
          <SelectField
            {...field("kind")}
            texts={{ label: "Motivo" }}
            options={kinds.map((value) => ({ value, label: endingTitles[value] }))}
            choosePlaceholder="Escolha o motivo"
          />
          {kind !== "never-began" && (
            <TextField
              {...field("keysOn")}
              type="date"
              min={start_date}
              max={end_date}
              texts={{ label: "Entrega das chaves", help: "Um dia que passou ou que ainda vem." }}
            />
          )}
        </>
      )}
      <TextAreaField
        {...field("reason")}
        rows={3}
        maxLength={1000}
        texts={{
          label: "Observação",
          help: "Precisa quando o motivo é outro, ou a locação não começou. As partes leem.",
        }}
      />
      <OpenClaimWarning protocol={openClaim}>
        Ele segue e é decidido mesmo com o encerramento; se o contrato for cancelado antes do
        início, é encerrado sem pagamento.
      </OpenClaimWarning>
    </FormDialog>
  );
}
