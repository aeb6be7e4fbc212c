import { useState } from "react";
import { rejectionFormSchema } from "#contracts/requests/simulation-decision.ts";
import { useMailPreview } from "../../../backend/staff/staff-queries.ts";
import { TextAreaField } from "../../../ui/form/controls.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { TextChoices } from "../../../ui/form/text-choices.tsx";
import { useValidatedForm } from "../../../ui/form/use-validated-form.ts";
import type { SimulationDetail } from "./simulation-detail.ts";
import { type Undoing, useDecision } from "./use-decision.tsx";

interface RejectionDialogProps {
  simulation: SimulationDetail;
  reasons: readonly string[];
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
