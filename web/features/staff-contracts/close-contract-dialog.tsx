import { useEffect, useRef } from "react";
import * as z from "zod/mini";
import { textAreaField } from "../../../supabase/functions/_shared/contracts/text.ts";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { SpinnerRing } from "../../ui/feedback/states.tsx";
import { Form, FormAlert } from "../../ui/form/form.tsx";
import { TextAreaField } from "../../ui/form/controls.tsx";
import { useValidatedForm } from "../../ui/form/use-validated-form.ts";
import type { StaffContract } from "./contract-schema.ts";
import { type Closing, useCloseContract } from "./use-contract-action.ts";

const schema = z.object({
  reason: textAreaField({ min: 3, max: 1000, message: "Informe o motivo" }),
});

const texts = {
  ended: {
    title: "Encerrar o contrato",
    explanation:
      "A garantia termina hoje e a carta passa a ser verificada como encerrada. Não dá para desfazer.",
    button: "Encerrar e avisar o locatário",
  },
  cancelled: {
    title: "Cancelar o contrato",
    explanation:
      "A carta passa a ser verificada como cancelada. Use quando o contrato não devia valer. Não dá para desfazer.",
    button: "Cancelar e avisar o locatário",
  },
} as const;

interface CloseContractDialogProps {
  contract: StaffContract;
  status: Closing["status"];
  onClose: () => void;
}

/** Asks why; the tenant reads the answer. Open as long as it is rendered. */
export function CloseContractDialog({ contract, status, onClose }: CloseContractDialogProps) {
  const { id, tenant_name } = contract;
  const dialog = useRef<HTMLDialogElement>(null);
  const closing = useCloseContract(id);
  const { form, field } = useValidatedForm({ schema, names: ["reason"] });
  useEffect(() => dialog.current?.showModal(), []);

  return (
    <Dialog ref={dialog} titleId={`close-${id}`} onClose={onClose}>
      <Form
        className="grid gap-5"
        onSubmit={(event) =>
          void form.handleSubmit(({ reason }) =>
            closing.mutate({ status, reason }, { onSuccess: () => dialog.current?.close() }),
          )(event)
        }
      >
        <h2 id={`close-${id}`} className="text-card wrap-anywhere">
          {texts[status].title} de {tenant_name}
        </h2>
        <p>{texts[status].explanation}</p>
        {closing.isError && (
          <FormAlert key={closing.submittedAt}>
            <p>O contrato continua como estava. O texto continua aqui: tente novamente.</p>
          </FormAlert>
        )}
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
        <div className="modal-action flex-wrap gap-3">
          <button type="button" className="btn btn-outline" onClick={() => dialog.current?.close()}>
            Voltar
          </button>
          <button type="submit" className="btn btn-primary" disabled={closing.isPending}>
            {closing.isPending && <SpinnerRing />}
            {texts[status].button}
          </button>
        </div>
      </Form>
    </Dialog>
  );
}
