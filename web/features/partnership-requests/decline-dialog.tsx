import { useEffect, useRef } from "react";
import * as z from "zod/mini";
import { textAreaField } from "../../../supabase/functions/_shared/contracts/text.ts";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { SpinnerRing } from "../../ui/feedback/states.tsx";
import { Form, FormAlert } from "../../ui/form/form.tsx";
import { TextAreaField } from "../../ui/form/controls.tsx";
import { useValidatedForm } from "../../ui/form/use-validated-form.ts";
import { type PartnershipRequest, useMovePartnership } from "./partnership-queries.ts";

const schema = z.object({
  reason: textAreaField({ min: 3, max: 1000, message: "Informe o motivo da recusa" }),
});

interface DeclineDialogProps {
  request: PartnershipRequest;
  onClose: () => void;
}

/** Asks why, for staff alone. Open as long as it is rendered. */
export function DeclineDialog({ request: { id, company_name }, onClose }: DeclineDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const decline = useMovePartnership(id);
  const { form, field } = useValidatedForm({ schema, names: ["reason"] });
  useEffect(() => dialog.current?.showModal(), []);

  return (
    <Dialog ref={dialog} titleId={`decline-${id}`} onClose={onClose}>
      <Form
        className="grid gap-5"
        onSubmit={(event) =>
          void form.handleSubmit(({ reason }) =>
            decline.mutate(
              { status: "declined", reason },
              { onSuccess: () => dialog.current?.close() },
            ),
          )(event)
        }
      >
        <h2 id={`decline-${id}`} className="text-card wrap-anywhere">
          Recusar a parceria com {company_name}
        </h2>
        {decline.isError && (
          <FormAlert key={decline.submittedAt}>
            <p>A recusa não foi registrada. O texto continua aqui: tente novamente.</p>
          </FormAlert>
        )}
        <TextAreaField
          {...field("reason")}
          id={`decline-reason-${id}`}
          rows={4}
          maxLength={1000}
          texts={{
            label: "Motivo da recusa",
            help: "Só a equipe lê. Nenhum e-mail é enviado: responda à pessoa como preferir.",
          }}
        />
        <div className="modal-action flex-wrap gap-3">
          <button type="button" className="btn btn-outline" onClick={() => dialog.current?.close()}>
            Cancelar
          </button>
          <button type="submit" className="btn btn-primary" disabled={decline.isPending}>
            {decline.isPending && <SpinnerRing />}
            Recusar parceria
          </button>
        </div>
      </Form>
    </Dialog>
  );
}
