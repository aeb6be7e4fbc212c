import { type ReactNode, useState } from "react";
import * as z from "zod/mini";
import { formatCurrency } from "#contracts/fields/formats.ts";
import type { Charge } from "#contracts/payments/payments.ts";
import { LoadFailed } from "../../../ui/feedback/query-state.tsx";
import { SpinnerRing } from "../../../ui/feedback/states.tsx";
import { SelectField, TextField } from "../../../ui/form/controls.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { useValidatedForm } from "../../../ui/form/use-validated-form.ts";
import { useSettled } from "../../../ui/layout/hooks.ts";
import { describeOpen } from "./charge-state.tsx";
import { useOpenCharges } from "./lists/money-lists.ts";
import { useAllocatePayment } from "./payment-actions.ts";

interface Spent {
  movementId: string;
  /** Amount of the movement that is not allocated yet, in reais. */
  left: number;
  onClose: () => void;
}

/** Allocates the remaining amount of a movement to an open charge of the movement's contract. */
export function AllocateDialog({ charges, ...spent }: Spent & { charges: readonly Charge[] }) {
  const options = charges.map((charge) => ({
    value: charge.id,
    label: describeOpen(charge, charge.dueOn),
  }));
  return <ChargeForm {...spent} options={options} />;
}

const TYPING_PAUSE_MS = 300;

/** Allocates the remaining amount of a movement without contract to any open charge. Overdue charges come first. */
export function SearchAndAllocateDialog(spent: Spent) {
  const [typed, setTyped] = useState("");
  const search = useSettled(typed.trim(), TYPING_PAUSE_MS);
  const overdue = useOpenCharges("overdue", search);
  const due = useOpenCharges("due", search);
  const options = [...(overdue.data ?? []), ...(due.data ?? [])].map((charge) => ({
    value: charge.id,
    label: `${charge.tenant_name ?? ""}, ${charge.contract_number ?? ""}: ${describeOpen(charge, charge.due_on)}`,
  }));
  return (
    <ChargeForm {...spent} options={options}>
      <TextField
        name="charge-search"
        type="search"
        autoComplete="off"
        maxLength={100}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        texts={{ label: "Buscar por nome, contrato ou código do Pix" }}
      />
      {(overdue.isFetching || due.isFetching) && <SpinnerRing className="size-4" />}
      {(overdue.isError || due.isError) && (
        <LoadFailed
          text="Não foi possível procurar as cobranças."
          onRetry={() => Promise.all([overdue.refetch(), due.refetch()])}
        />
      )}
    </ChargeForm>
  );
}

interface ChargeFormProps extends Spent {
  options: readonly { value: string; label: string }[];
  /** Search field, shown above the choice of charges. */
  children?: ReactNode;
}

const schema = z.object({ chargeId: z.uuid("Escolha a cobrança") });

function ChargeForm({ movementId, left, options, children, onClose }: ChargeFormProps) {
  const sending = useAllocatePayment();
  const form = useValidatedForm({ schema, names: ["chargeId"] });
  return (
    <FormDialog
      title="Alocar a uma cobrança"
      form={form}
      sending={sending}
      onSubmit={({ chargeId }, callbacks) => sending.mutate({ movementId, chargeId }, callbacks)}
      failed="Nada mudou. Tente novamente."
      submitLabel="Alocar"
      cancelLabel="Voltar"
      onClose={onClose}
    >
      <p>
        Sobram {formatCurrency(left)} deste pagamento. O que passar do valor em aberto continua
        sobrando.
      </p>
      {children}
      <SelectField
        {...form.field("chargeId")}
        id={`charge-of-${movementId}`}
        required
        options={options}
        choosePlaceholder={options.length === 0 ? "Nenhuma cobrança em aberto" : "Selecione"}
        texts={{ label: "Cobrança" }}
      />
    </FormDialog>
  );
}
