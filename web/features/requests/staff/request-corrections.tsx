import { useState } from "react";
import type * as z from "zod/mini";
import { formatDateTime } from "#contracts/fields/formats.ts";
import { formatPhone } from "#contracts/fields/phones.ts";
import { brazilianStates } from "#contracts/fields/places.ts";
import { columnOf, writeSent } from "#contracts/fields/sent-fields.ts";
import {
  type CorrectableField,
  correctableFields,
  requestCorrectedSchema,
  staffCorrectionFormSchema,
} from "#contracts/requests/request-correction.ts";
import { simulationFields } from "#contracts/requests/simulation-request.ts";
import { useStaffAction } from "../../../backend/staff/staff-hooks.ts";
import { StaffButton } from "../../../backend/staff/staff-rights.tsx";
import { emailLook } from "../../../content/email-field.tsx";
import { writeAmount } from "../../../formats/amounts.ts";
import { defineFields } from "../../../ui/form/field-table.ts";
import { Fields } from "../../../ui/form/fields.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { useValidatedForm } from "../../../ui/form/use-validated-form.ts";
import { simulationsKey } from "./queue.tsx";
import type { RequestCorrection, SimulationDetail } from "./simulation-detail.ts";

const idOf = (name: CorrectableField) => `correct-${name}`;

const table = defineFields(staffCorrectionFormSchema, {
  email: { ...emailLook, id: idOf("email"), stopsAtLimit: true },
  phone: { control: "tel", mask: "phone", id: idOf("phone") },
  propertyAddress: {
    control: "text",
    id: idOf("propertyAddress"),
    stopsAtLimit: true,
    isWide: true,
  },
  propertyCity: { control: "text", id: idOf("propertyCity"), stopsAtLimit: true },
  propertyState: {
    control: "select",
    id: idOf("propertyState"),
    options: brazilianStates.map(({ code, name }) => ({ value: code, label: name })),
  },
  rentalValue: { control: "money", id: idOf("rentalValue") },
  ownerName: { control: "text", id: idOf("ownerName"), stopsAtLimit: true },
  ownerContact: { control: "tel", mask: "phone", id: idOf("ownerContact") },
  reason: { control: "textarea", id: "correct-reason", stopsAtLimit: true, isWide: true },
});

const label = (name: CorrectableField) => ({ label: simulationFields[name].title });

const texts = {
  email: label("email"),
  phone: label("phone"),
  propertyAddress: label("propertyAddress"),
  propertyCity: label("propertyCity"),
  propertyState: label("propertyState"),
  rentalValue: label("rentalValue"),
  ownerName: label("ownerName"),
  ownerContact: label("ownerContact"),
  reason: { label: "Motivo", help: "Só a equipe lê. Fica no histórico, com os dois valores." },
};

/** Opens the form in which staff correct a request until the acceptance. */
export function CorrectRequestButton({ simulation }: { simulation: SimulationDetail }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <StaffButton needs="requests" onClick={() => setIsOpen(true)}>
        Corrigir dados
        <span className="sr-only"> (simulação de {simulation.full_name})</span>
      </StaffButton>
      {isOpen && <CorrectRequestDialog simulation={simulation} onClose={() => setIsOpen(false)} />}
    </>
  );
}

interface CorrectRequestDialogProps {
  simulation: SimulationDetail;
  onClose: () => void;
}

function CorrectRequestDialog({ simulation, onClose }: CorrectRequestDialogProps) {
  const { id, full_name, line } = simulation;
  const [correctionId] = useState(() => crypto.randomUUID());
  // The server refuses the correction if another one came after the dialog was opened.
  const [{ version, prefilled }] = useState(() => ({
    version: simulation.version,
    prefilled: prefill(simulation),
  }));
  const form = useValidatedForm(table);
  const correcting = useStaffAction({
    call: (typed: z.output<typeof staffCorrectionFormSchema>) => ({
      name: "correct-request",
      body: { action: "correct-as-staff", ...typed, simulationId: id, correctionId, version },
      data: requestCorrectedSchema,
    }),
    success: ({ outcome }) => ({
      title: outcome === "made" ? "Esta correção já tinha sido registrada" : "Dados corrigidos",
      description: full_name,
      tone: "success",
    }),
    changes: simulationsKey,
  });
  const isOffered = line.offerStatus === "open" || line.offerStatus === "adjust";
  return (
    <FormDialog
      title={`Corrigir os dados do pedido de ${full_name}`}
      form={form}
      sending={correcting}
      onSubmit={correcting.mutate}
      failed="Nada foi corrigido. O que foi preenchido continua aqui: tente novamente."
      submitLabel="Registrar correção"
      cancelLabel="Voltar"
      onClose={onClose}
    >
      <p>
        A pessoa é avisada por e-mail do que mudou. Um e-mail novo recebe um novo link, e o endereço
        anterior é avisado. O nome e o CPF não mudam, porque o aceite é conferido com eles: se um
        deles estiver errado, rejeite o pedido e peça uma nova simulação.
      </p>
      {isOffered && (
        <p className="rounded-md bg-sand-100 p-4 font-semibold">
          As condições enviadas serão retiradas se você mudar o aluguel, o endereço ou o
          proprietário. Faça outras depois.
        </p>
      )}
      <div className="grid gap-x-6 sm:grid-cols-2">
        <Fields
          table={table}
          field={(name) => ({ defaultValue: prefilled[name] ?? "", ...form.field(name) })}
          texts={texts}
          choosePlaceholder="Selecione"
        />
      </div>
    </FormDialog>
  );
}

function prefill(
  simulation: SimulationDetail,
): Partial<Record<(typeof table.names)[number], string>> {
  return Object.fromEntries(
    correctableFields.map((name) => [name, writeTyped(name, simulation[columnOf(name)])]),
  );
}

/** Writes a stored value as people type it in the field. */
function writeTyped(name: CorrectableField, value: unknown): string {
  if (typeof value === "number") return writeAmount(value);
  const text = typeof value === "string" ? value : "";
  return simulationFields[name].kind === "phone" ? formatPhone(text) : text;
}

/** Shows the applicant's corrections that staff have not checked, and lets staff say that they have. */
export function UncheckedCorrections({ simulation }: { simulation: SimulationDetail }) {
  const { id, corrections, corrected_at, version } = simulation;
  const checking = useStaffAction({
    ask: (client, known_version: number) =>
      client.rpc("check_request_corrections", { simulation_id: id, known_version }),
    success: "Correção conferida",
    failure: "Erro ao registrar a conferência",
    changes: simulationsKey,
  });
  if (corrected_at === null) return null;
  const since = Date.parse(corrected_at);
  const unchecked = corrections.filter(
    ({ side, madeAt }) => side === "applicant" && Date.parse(madeAt) >= since,
  );
  return (
    <section
      aria-labelledby={`corrected-${id}`}
      className="mb-6 grid justify-items-start gap-3 rounded-md bg-amber-100 p-4 text-sm"
    >
      <h3 id={`corrected-${id}`} className="text-base">
        Dados corrigidos por quem pediu
      </h3>
      <ul className="grid gap-2">
        {unchecked.map((correction) => (
          <li key={correction.id} className="wrap-anywhere">
            <strong>{formatDateTime(correction.madeAt)}</strong>: {describeChanges(correction)}
          </li>
        ))}
      </ul>
      <StaffButton
        needs="requests"
        className="btn-outline btn-sm"
        isBusy={checking.isPending}
        onClick={() => checking.mutate(version)}
      >
        Conferi a correção
      </StaffButton>
    </section>
  );
}

/** Lists the changed fields with both values: "Valor do aluguel: de R$ 1.800,50 para R$ 2.000,00". */
function describeChanges({ former, wanted }: RequestCorrection): string {
  return correctableFields
    .filter((name) => columnOf(name) in wanted)
    .map((name) => {
      const write = (row: Record<string, unknown>) =>
        writeSent(simulationFields[name], row[columnOf(name)]);
      return `${simulationFields[name].title}: de ${write(former)} para ${write(wanted)}`;
    })
    .join("; ");
}

/** Returns the line of the history about a correction, with the values before and after. */
export function correctionLine(correction: RequestCorrection) {
  const { id, madeAt, side, who = "Alguém da equipe", reason } = correction;
  const author = side === "staff" ? `${who} corrigiu` : "Corrigido pela página do pedido";
  return {
    key: id,
    moment: madeAt,
    text: `${author}. ${describeChanges(correction)}${reason === undefined ? "" : `. Motivo: ${reason}`}`,
  };
}
