import { useEffect, useRef, useState } from "react";
import * as z from "zod/mini";
import { textAreaField } from "../../../supabase/functions/_shared/contracts/fields/text.ts";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { SpinnerRing } from "../../ui/feedback/states.tsx";
import { TextAreaField } from "../../ui/form/controls.tsx";
import { Form, FormAlert } from "../../ui/form/form.tsx";
import { useValidatedForm } from "../../ui/form/use-validated-form.ts";
import { type PartnershipRequest, useMovePartnership } from "./partnership-queries.tsx";

/** The steps that a request may take from where it stands. */
export function PartnershipActions({ request }: { request: PartnershipRequest }) {
  const { id, status } = request;
  const [isDeclining, setIsDeclining] = useState(false);
  const { mutate, isPending, variables } = useMovePartnership(id);
  const isOpen = status === "new" || status === "contacted";

  const step = (wanted: "contacted" | "accepted", text: string, look: string) => (
    <button
      type="button"
      className={`btn ${look} max-sm:w-full`}
      disabled={isPending}
      onClick={() => mutate({ status: wanted })}
    >
      {isPending && variables.status === wanted && <SpinnerRing />}
      {text}
    </button>
  );

  return (
    <div className="flex flex-wrap gap-3">
      {status === "new" && step("contacted", "Marcar como contatado", "btn-primary")}
      {isOpen &&
        step("accepted", "Aceitar parceria", status === "new" ? "btn-outline" : "btn-primary")}
      {isOpen && (
        <button
          type="button"
          className="btn btn-outline max-sm:w-full"
          disabled={isPending}
          onClick={() => setIsDeclining(true)}
        >
          Recusar
        </button>
      )}
      {!isOpen && step("contacted", "Reabrir a conversa", "btn-outline")}
      {isDeclining && <DeclineDialog request={request} onClose={() => setIsDeclining(false)} />}
    </div>
  );
}

const schema = z.object({
  reason: textAreaField({ min: 3, max: 1000, message: "Informe o motivo da recusa" }),
});

interface DeclineDialogProps {
  request: PartnershipRequest;
  onClose: () => void;
}

/** Asks why, for staff alone. Open as long as it is rendered. */
function DeclineDialog({ request: { id, company_name }, onClose }: DeclineDialogProps) {
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
