import { useEffect, useRef } from "react";
import { rejectionFormSchema } from "../../../supabase/functions/_shared/contracts/simulation-request.ts";
import { useMailPreview } from "../../backend/staff-queries.ts";
import { Dialog, MailPreview } from "../../ui/feedback/dialog.tsx";
import { Form, FormAlert } from "../../ui/form/form.tsx";
import { SpinnerRing } from "../../ui/feedback/states.tsx";
import { TextAreaField } from "../../ui/form/controls.tsx";
import { TextChoices } from "../../ui/form/text-choices.tsx";
import { useValidatedForm } from "../../ui/form/use-validated-form.ts";
import type { SimulationDetail } from "./simulation-detail.ts";
import { type Undoing, useDecision } from "./use-decision.tsx";

interface RejectionDialogProps {
  simulation: SimulationDetail;
  /** Texts to begin with. */
  reasons: readonly string[];
  undoing: Undoing;
  onClose: () => void;
}

/** Asks why; the applicant reads the answer. Open as long as it is rendered. */
export function RejectionDialog({ simulation, reasons, undoing, onClose }: RejectionDialogProps) {
  const { id, full_name } = simulation;
  const dialog = useRef<HTMLDialogElement>(null);
  const rejection = useDecision("reject-simulation", undoing);
  const preview = useMailPreview();
  const { form, field } = useValidatedForm({ schema: rejectionFormSchema, names: ["reason"] });
  useEffect(() => dialog.current?.showModal(), []);

  const titleId = `reject-${id}`;
  return (
    <Dialog ref={dialog} titleId={titleId} onClose={onClose} size="form">
      <Form
        className="grid gap-5"
        // What was shown is no longer what would be sent.
        onInput={() => preview.reset()}
        onSubmit={(event) =>
          void form.handleSubmit(({ reason }) =>
            rejection.mutate(
              { simulationId: id, reason },
              { onSuccess: () => dialog.current?.close() },
            ),
          )(event)
        }
      >
        <h2 id={titleId} className="text-card wrap-anywhere">
          Rejeitar a simulação de {full_name}
        </h2>
        {rejection.isError && (
          <FormAlert key={rejection.submittedAt}>
            <p>A simulação não foi rejeitada. O texto continua aqui: tente novamente.</p>
          </FormAlert>
        )}
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
        <MailPreview mail={preview} />
        <div className="modal-action flex-wrap gap-3">
          <button
            type="button"
            className="btn btn-link"
            onClick={() =>
              void form.handleSubmit(({ reason }) =>
                preview.mutate({ template: "simulation-rejected", simulationId: id, reason }),
              )()
            }
          >
            Ver o e-mail
          </button>
          <button type="button" className="btn btn-outline" onClick={() => dialog.current?.close()}>
            Cancelar
          </button>
          <button type="submit" className="btn btn-error" disabled={rejection.isPending}>
            {rejection.isPending && <SpinnerRing />}
            Rejeitar e enviar e-mail
          </button>
        </div>
      </Form>
    </Dialog>
  );
}
