import { useState } from "react";
import * as z from "zod/mini";
import { textAreaField } from "#contracts/fields/text.ts";
import { StaffButton } from "../../../backend/staff/staff-rights.tsx";
import { TextAreaField } from "../../../ui/form/controls.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { useValidatedForm } from "../../../ui/form/use-validated-form.ts";
import { type PartnershipRequest, useMovePartnership } from "./partnership-queries.tsx";

export function PartnershipActions({ request }: { request: PartnershipRequest }) {
  const { id, status } = request;
  const [isDeclining, setIsDeclining] = useState(false);
  const { mutate, isPending, variables } = useMovePartnership(id);
  const isOpen = status === "new" || status === "contacted";

  const step = (wanted: "contacted" | "accepted", text: string, look: string) => (
    <StaffButton
      needs="requests"
      className={`${look} max-sm:w-full`}
      isBusy={isPending && variables.status === wanted}
      disabled={isPending}
      onClick={() => mutate({ status: wanted })}
    >
      {text}
    </StaffButton>
  );

  return (
    <div className="flex flex-wrap gap-3">
      {status === "new" && step("contacted", "Marcar como contatado", "btn-primary")}
      {isOpen &&
        step("accepted", "Aceitar parceria", status === "new" ? "btn-outline" : "btn-primary")}
      {isOpen && (
        <StaffButton
          needs="requests"
          className="btn-outline max-sm:w-full"
          disabled={isPending}
          onClick={() => setIsDeclining(true)}
        >
          Recusar
        </StaffButton>
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

function DeclineDialog({ request: { id, company_name }, onClose }: DeclineDialogProps) {
  const decline = useMovePartnership(id);
  const form = useValidatedForm({ schema, names: ["reason"] });
  return (
    <FormDialog
      title={`Recusar a parceria com ${company_name}`}
      form={form}
      sending={decline}
      onSubmit={({ reason }, callbacks) =>
        decline.mutate({ status: "declined", reason }, callbacks)
      }
      failed="A recusa não foi registrada. O texto continua aqui: tente novamente."
      submitLabel="Recusar parceria"
      size="question"
      onClose={onClose}
    >
      <TextAreaField
        {...form.field("reason")}
        id={`decline-reason-${id}`}
        rows={4}
        maxLength={1000}
        texts={{
          label: "Motivo da recusa",
          help: "Só a equipe lê. Nenhum e-mail é enviado: responda à pessoa como preferir.",
        }}
      />
    </FormDialog>
  );
}
