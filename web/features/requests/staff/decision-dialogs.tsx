import { useState } from "react";
import * as z from "zod/mini";
import { formatDateTime } from "#contracts/fields/formats.ts";
import { textAreaField } from "#contracts/fields/text.ts";
import { rejectionFormSchema } from "#contracts/requests/simulation-decision.ts";
import { useMailPreview } from "../../../backend/staff/staff-queries.ts";
import { useStaffAction } from "../../../backend/staff/staff-hooks.ts";
import { StaffButton } from "../../../backend/staff/staff-rights.tsx";
import { TextAreaField } from "../../../ui/form/controls.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { type PreparedText, TextChoices } from "../../../ui/form/text-choices.tsx";
import { useValidatedForm } from "../../../ui/form/use-validated-form.ts";
import { simulationsKey } from "./queue.tsx";
import type { Approval, SimulationDetail } from "./simulation-detail.ts";
import { type Undoing, useDecision } from "./use-decision.tsx";

interface RejectionDialogProps {
  simulation: SimulationDetail;
  /** Reasons that editors maintain. The applicant reads the text. */
  reasons: readonly PreparedText[];
  undoing: Undoing;
  onClose: () => void;
}

export function RejectionDialog({ simulation, reasons, undoing, onClose }: RejectionDialogProps) {
  const { id, full_name } = simulation;
  // The list is read again while the dialog is open.
  const [version] = useState(simulation.version);
  const rejection = useDecision("reject-simulation", full_name, undoing);
  const preview = useMailPreview();
  const validated = useValidatedForm({ schema: rejectionFormSchema, names: ["reason"] });
  const { form, field } = validated;
  return (
    <FormDialog
      title={`Rejeitar a simulação de ${full_name}`}
      form={validated}
      sending={rejection}
      onSubmit={({ reason }, callbacks) =>
        rejection.mutate({ simulationId: id, version, reason }, callbacks)
      }
      failed="A simulação não foi rejeitada. O texto continua aqui: tente novamente."
      submitLabel="Rejeitar e enviar e-mail"
      isDestructive
      preview={{
        mail: preview,
        requestOf: ({ reason }) => ({ template: "simulation-rejected", simulationId: id, reason }),
      }}
      onClose={onClose}
    >
      <TextChoices
        id={`reasons-${id}`}
        texts={reasons}
        onChoose={(reason) => {
          preview.reset();
          form.setValue("reason", reason, { shouldDirty: true });
          form.clearErrors("reason");
          form.setFocus("reason");
        }}
      />
      <TextAreaField
        {...field("reason")}
        id={`reason-${id}`}
        rows={5}
        maxLength={500}
        texts={{
          label: "Motivo da rejeição",
          help: "A pessoa lê este texto no e-mail que vamos enviar. Até 500 caracteres.",
        }}
      />
    </FormDialog>
  );
}

/** Lets staff take an approval back until conditions are out. */
export function TakeBackButton({ simulation }: { simulation: SimulationDetail }) {
  const [isAsking, setIsAsking] = useState(false);
  if (simulation.line.offerStatus !== null) return null;
  return (
    <div className="mb-6">
      <StaffButton needs="requests" onClick={() => setIsAsking(true)}>
        Voltar a analisar
        <span className="sr-only"> (simulação de {simulation.full_name})</span>
      </StaffButton>
      {isAsking && <TakeBackDialog simulation={simulation} onClose={() => setIsAsking(false)} />}
    </div>
  );
}

const takeBackSchema = z.object({
  reason: textAreaField({ min: 3, max: 500, message: "Informe o motivo" }),
});

interface TakeBackDialogProps {
  simulation: SimulationDetail;
  onClose: () => void;
}

function TakeBackDialog({ simulation: { id, full_name }, onClose }: TakeBackDialogProps) {
  const form = useValidatedForm({ schema: takeBackSchema, names: ["reason"] });
  const taking = useStaffAction({
    ask: (client, { reason }: z.output<typeof takeBackSchema>) =>
      client.rpc("take_back_approval", { simulation_id: id, reason }),
    schema: z.object({ changed: z.boolean() }),
    success: ({ changed }) =>
      changed
        ? {
            title: "Aprovação retirada",
            description: `${full_name} volta à fila.`,
            tone: "success",
          }
        : { title: "Nada mudou", description: `${full_name} já não está aprovado.`, tone: "info" },
    changes: simulationsKey,
  });
  return (
    <FormDialog
      title={`Voltar a analisar a simulação de ${full_name}?`}
      form={form}
      sending={taking}
      onSubmit={taking.mutate}
      failed="Nada mudou. O que você escreveu continua aqui: tente novamente."
      submitLabel="Voltar a analisar"
      cancelLabel="Manter aprovada"
      isDestructive
      onClose={onClose}
    >
      <p>
        A simulação volta para “A decidir”. Se o e-mail de aprovação já saiu, a página do pedido
        volta a dizer que está em análise: fale com a pessoa.
      </p>
      <TextAreaField
        {...form.field("reason")}
        id={`take-back-${id}`}
        rows={3}
        maxLength={500}
        texts={{ label: "Motivo", help: "Só a equipe lê. Fica anotado no caso." }}
      />
    </FormDialog>
  );
}

/** Shows who approved a request, when and why, and the second person. */
export function ApprovalFacts({ approval }: { approval: Approval }) {
  const people = [approval, approval.second].filter((person) => person !== null);
  return (
    <ul className="grid gap-2 text-sm">
      {people.map(({ who, at, reason }, place) => (
        <li key={at} className="wrap-anywhere">
          {place === 1 ? "Segunda aprovação: " : "Aprovação: "}
          <strong>{who ?? "conta removida"}</strong>
          {", em "}
          <time dateTime={at}>{formatDateTime(at)}</time>
          {reason && <span className="block">Motivo: {reason}</span>}
        </li>
      ))}
    </ul>
  );
}
