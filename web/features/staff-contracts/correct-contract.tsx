import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type * as z from "zod/mini";
import {
  type CorrectionOutcome,
  correctionFormSchema,
  correctionReplySchema,
} from "../../../supabase/functions/_shared/contracts/guarantee/correction.ts";
import { formatDateTime } from "../../../supabase/functions/_shared/contracts/fields/formats.ts";
import { formatPhone } from "../../../supabase/functions/_shared/contracts/fields/phones.ts";
import { brazilianStates } from "../../../supabase/functions/_shared/contracts/fields/places.ts";
import { askAsStaff, callAsStaff } from "../../backend/ask-as-staff.ts";
import { useBackend } from "../../backend/backend-context.tsx";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { showToast } from "../../ui/feedback/show-toast.tsx";
import { SpinnerRing } from "../../ui/feedback/states.tsx";
import { defineFields } from "../../ui/form/field-table.ts";
import { Fields } from "../../ui/form/fields.tsx";
import { Form, FormAlert } from "../../ui/form/form.tsx";
import { useValidatedForm } from "../../ui/form/use-validated-form.ts";
import { type StaffContract, contractsKey } from "./contract-queries.ts";
import { ContractPart } from "./contract-state.tsx";

const table = defineFields(correctionFormSchema, {
  tenant_email: { control: "email", stopsAtLimit: true },
  tenant_phone: { control: "tel", mask: "phone" },
  landlord_name: { control: "text", stopsAtLimit: true },
  landlord_phone: { control: "tel", mask: "phone" },
  property_street: { control: "text", stopsAtLimit: true, isWide: true },
  property_city: { control: "text", stopsAtLimit: true },
  property_state: {
    control: "select",
    options: brazilianStates.map(({ code, name }) => ({ value: code, label: name })),
  },
  start_date: { control: "date", min: "2020-01-01", max: "2099-12-31" },
  reason: { control: "textarea", stopsAtLimit: true, isWide: true },
});

const texts = {
  tenant_email: { label: "E-mail do locatário" },
  tenant_phone: { label: "Telefone do locatário" },
  landlord_name: { label: "Locador" },
  landlord_phone: { label: "Telefone do locador" },
  property_street: { label: "Endereço do imóvel, sem cidade e estado" },
  property_city: { label: "Cidade" },
  property_state: { label: "Estado" },
  start_date: { label: "Início", help: "O término acompanha: a duração não muda." },
  reason: { label: "Motivo", help: "O locatário lê este texto." },
};

const told: Record<CorrectionOutcome, string> = {
  asked: "O locatário recebe um e-mail para aceitar. Até lá, o contrato vale como está.",
  reissued: "A nova versão da carta está sendo feita e segue por e-mail.",
  contact: "O endereço anterior e o novo são avisados.",
  made: "Esta correção já tinha sido registrada.",
  closed: "Este contrato já não está em vigor.",
  same: "Nada mudou nos dados.",
  waiting: "Outra correção ainda espera o aceite do locatário. Retire-a antes.",
  outdated: "Uma colega corrigiu este contrato agora há pouco. Confira os dados e tente de novo.",
  "not-ready": "A carta ainda está sendo feita. Tente de novo em um minuto.",
  "no-address": "Este contrato não tem e-mail do locatário, que precisa aceitar.",
};

interface CorrectContractDialogProps {
  contract: StaffContract;
  onClose: () => void;
}

/** What of a contract was wrong, and why. Open as long as it is rendered. */
export function CorrectContractDialog({ contract, onClose }: CorrectContractDialogProps) {
  const { id, tenant_name, letter } = contract;
  const dialog = useRef<HTMLDialogElement>(null);
  const [correctionId] = useState(() => crypto.randomUUID());
  const [prefilled] = useState(() => prefill(contract));
  // Of the letter that was on the screen when the form opened, whatever is loaded meanwhile.
  const [knownCode] = useState(letter?.code ?? "");
  const backend = useBackend();
  const queries = useQueryClient();
  const { form, field } = useValidatedForm(table);
  const correcting = useMutation({
    mutationFn: (typed: z.output<typeof correctionFormSchema>) =>
      callAsStaff(backend, {
        name: "correct-contract",
        body: { ...typed, contractId: id, correctionId, knownCode },
        data: correctionReplySchema,
      }),
    onSuccess({ changed, outcome }) {
      showToast({
        title: changed ? "Correção registrada" : "Nada foi corrigido",
        description: told[outcome],
        tone: changed ? "success" : "info",
      });
      // What was refused can be mended in the form.
      if (changed || outcome === "made" || outcome === "closed") dialog.current?.close();
      return queries.invalidateQueries({ queryKey: contractsKey });
    },
  });
  useEffect(() => dialog.current?.showModal(), []);

  return (
    <Dialog ref={dialog} titleId={`correct-${id}`} onClose={onClose} size="form">
      <Form
        className="grid gap-5"
        onSubmit={(event) =>
          void form.handleSubmit((values) => {
            if (!correcting.isPending) correcting.mutate(values);
          })(event)
        }
      >
        <h2 id={`correct-${id}`} className="text-card wrap-anywhere">
          Corrigir dados do contrato de {tenant_name}
        </h2>
        <p>
          E-mail e telefones mudam na hora. Um locador diferente faz uma nova versão da carta.
          Endereço e datas só mudam depois que o locatário aceitar.
        </p>
        <div className="grid gap-x-6 sm:grid-cols-2">
          <Fields
            table={table}
            field={(name) => ({ defaultValue: prefilled[name] ?? "", ...field(name) })}
            texts={texts}
            choosePlaceholder="Selecione"
          />
        </div>
        {correcting.isError && (
          <FormAlert key={correcting.submittedAt}>
            <p>Nada foi corrigido. O que foi preenchido continua aqui: tente novamente.</p>
          </FormAlert>
        )}
        <div className="modal-action flex-wrap gap-3">
          <button type="button" className="btn btn-outline" onClick={() => dialog.current?.close()}>
            Voltar
          </button>
          <button type="submit" className="btn btn-primary" disabled={correcting.isPending}>
            {correcting.isPending && <SpinnerRing />}
            Registrar correção
          </button>
        </div>
      </Form>
    </Dialog>
  );
}

function prefill(contract: StaffContract): Partial<Record<(typeof table.names)[number], string>> {
  const { property_address, property_city, property_state } = contract;
  const place = `, ${property_city}, ${property_state}`;
  return {
    tenant_email: contract.tenant_email ?? "",
    tenant_phone: formatPhone(contract.tenant_phone ?? ""),
    landlord_name: contract.landlord_name,
    landlord_phone: formatPhone(contract.landlord_phone ?? ""),
    property_street: property_address.endsWith(place)
      ? property_address.slice(0, -place.length)
      : property_address,
    property_city: property_city ?? "",
    property_state: property_state ?? "",
    start_date: contract.start_date,
  };
}

const states: Record<string, string> = {
  waiting: "Espera o aceite do locatário",
  applied: "Em vigor",
  withdrawn: "Retirada",
};

interface ContractCorrectionsProps {
  contract: StaffContract;
  canCorrect: boolean;
}

/** What was corrected and why; one that waits for its tenant can be taken back. */
export function ContractCorrections({ contract, canCorrect }: ContractCorrectionsProps) {
  const backend = useBackend();
  const queries = useQueryClient();
  const withdrawing = useMutation({
    mutationFn: (correction_id: string) =>
      askAsStaff(backend, (client) => client.rpc("withdraw_correction", { correction_id })),
    onSuccess: () => showToast({ title: "Correção retirada", tone: "success" }),
    onError: () => showToast({ title: "Erro ao retirar a correção", tone: "destructive" }),
    onSettled: () => queries.invalidateQueries({ queryKey: contractsKey }),
  });
  if (contract.corrections.length === 0) return null;
  return (
    <ContractPart title="Correções">
      <ul className="grid gap-3 text-sm">
        {contract.corrections.map(
          ({ id, status, made_at, closed_at, who, reason, accepted_name }) => (
            <li key={id} className="grid justify-items-start gap-2 rounded-md bg-sand-100 p-4">
              <p className="font-semibold">
                {states[status] ?? status} · {formatDateTime(made_at)}
                {who && `, por ${who}`}
              </p>
              <p className="whitespace-pre-line wrap-anywhere">{reason}</p>
              {accepted_name && closed_at && (
                <p>
                  Aceita por {accepted_name} em {formatDateTime(closed_at)}
                </p>
              )}
              {canCorrect && status === "waiting" && (
                <button
                  type="button"
                  className="btn btn-outline btn-sm"
                  disabled={withdrawing.isPending}
                  onClick={() => withdrawing.mutate(id)}
                >
                  Retirar a correção
                </button>
              )}
            </li>
          ),
        )}
      </ul>
    </ContractPart>
  );
}
