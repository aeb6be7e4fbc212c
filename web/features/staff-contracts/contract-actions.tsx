import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import * as z from "zod/mini";
import type { AccessRefusal } from "../../../supabase/functions/_shared/contracts/contract.ts";
import { textAreaField } from "../../../supabase/functions/_shared/contracts/fields/text.ts";
import { askAsStaff } from "../../backend/ask-as-staff.ts";
import { useBackend } from "../../backend/backend-context.tsx";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { showToast } from "../../ui/feedback/show-toast.tsx";
import { SpinnerRing } from "../../ui/feedback/states.tsx";
import { TextAreaField } from "../../ui/form/controls.tsx";
import { Form, FormAlert } from "../../ui/form/form.tsx";
import { useValidatedForm } from "../../ui/form/use-validated-form.ts";
import { type StaffContract, contractsKey } from "./contract-queries.ts";
import { CorrectContractDialog } from "./correct-contract.tsx";

/** What may be done with a contract as a whole. */
export function ContractActions({
  contract,
  canCorrect,
}: {
  contract: StaffContract;
  canCorrect: boolean;
}) {
  const [isCorrecting, setIsCorrecting] = useState(false);
  const [closing, setClosing] = useState<Closing["status"] | null>(null);
  const { mutate, isPending } = useResendAccess(contract.id);
  const isOpen = contract.state === "in_force" || contract.state === "upcoming";
  return (
    <div className="flex flex-wrap gap-3">
      <button
        type="button"
        className="btn btn-primary max-sm:w-full"
        disabled={isPending}
        onClick={() => mutate()}
      >
        {isPending && <SpinnerRing />}
        Reenviar acesso
      </button>
      {isOpen && (
        <>
          <button
            type="button"
            className="btn btn-outline max-sm:w-full"
            onClick={() => setClosing("ended")}
          >
            Encerrar
          </button>
          <button
            type="button"
            className="btn btn-outline max-sm:w-full"
            onClick={() => setClosing("cancelled")}
          >
            Cancelar contrato
          </button>
        </>
      )}
      {isOpen && canCorrect && (
        <button
          type="button"
          className="btn btn-outline max-sm:w-full"
          onClick={() => setIsCorrecting(true)}
        >
          Corrigir dados
        </button>
      )}
      {isCorrecting && (
        <CorrectContractDialog contract={contract} onClose={() => setIsCorrecting(false)} />
      )}
      {closing && (
        <CloseContractDialog
          contract={contract}
          status={closing}
          onClose={() => setClosing(null)}
        />
      )}
    </div>
  );
}

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
function CloseContractDialog({ contract, status, onClose }: CloseContractDialogProps) {
  const { id, tenant_name } = contract;
  const dialog = useRef<HTMLDialogElement>(null);
  const closing = useCloseContract(id);
  const { form, field } = useValidatedForm({ schema, names: ["reason"] });
  useEffect(() => dialog.current?.showModal(), []);

  return (
    <Dialog ref={dialog} titleId={`close-${id}`} onClose={onClose} size="form">
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
          <button type="submit" className="btn btn-error" disabled={closing.isPending}>
            {closing.isPending && <SpinnerRing />}
            {texts[status].button}
          </button>
        </div>
      </Form>
    </Dialog>
  );
}

const closedSchema = z.object({ changed: z.boolean() });
const sentSchema = z.object({ changed: z.boolean(), why: z.optional(z.string()) });

interface Closing {
  status: "ended" | "cancelled";
  reason: string;
}

/** Ends or cancels a contract; whoever comes second is told that it was done. */
function useCloseContract(id: string) {
  const backend = useBackend();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (closing: Closing) =>
      closedSchema.parse(
        await askAsStaff(backend, (client) =>
          client.rpc("close_contract", { contract_id: id, ...closing }),
        ),
      ),
    onSuccess: ({ changed }, { status }) => {
      const done = status === "ended" ? "Contrato encerrado" : "Contrato cancelado";
      showToast(
        changed
          ? { title: done, description: "O locatário é avisado por e-mail.", tone: "success" }
          : { title: "Este contrato já não estava em vigor", tone: "info" },
      );
      return queries.invalidateQueries({ queryKey: contractsKey });
    },
  });
}

const whyNot: Record<string, string> = {
  "just-sent": "O acesso acabou de ser enviado. Espere um minuto para enviar outro.",
  "not-ready": "A carta ainda está sendo feita; o acesso sai junto com ela.",
  "no-address": "Este contrato não tem e-mail do locatário.",
} satisfies Record<AccessRefusal, string>;

/** Sends the tenant a new single-use link into the contract. */
function useResendAccess(id: string) {
  const backend = useBackend();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () =>
      sentSchema.parse(
        await askAsStaff(backend, (client) => client.rpc("resend_access", { contract_id: id })),
      ),
    onSuccess: ({ changed, why }) => {
      showToast(
        changed
          ? {
              title: "Acesso reenviado",
              description: "O link anterior deixa de valer quando o novo e-mail sai.",
              tone: "success",
            }
          : {
              title: "Nenhum e-mail foi enviado",
              description: whyNot[why ?? ""] ?? "",
              tone: "info",
            },
      );
      return queries.invalidateQueries({ queryKey: contractsKey });
    },
    onError: () => {
      showToast({
        title: "Erro ao reenviar o acesso",
        description: "Por favor, tente novamente.",
        tone: "destructive",
      });
    },
  });
}
