import { useState } from "react";
import type * as z from "zod/mini";
import {
  type CorrectionOutcome,
  correctionFormSchema,
  correctionReplySchema,
} from "#contracts/leases/correction.ts";
import { formatDateTime } from "#contracts/fields/formats.ts";
import { formatPhone } from "#contracts/fields/phones.ts";
import { brazilianStates } from "#contracts/fields/places.ts";
import { useStaffAction } from "../../../backend/staff/staff-hooks.ts";
import { StaffButton } from "../../../backend/staff/staff-rights.tsx";
import { defineFields } from "../../../ui/form/field-table.ts";
import { Fields } from "../../../ui/form/fields.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { useValidatedForm } from "../../../ui/form/use-validated-form.ts";
import { type StaffContract, contractsKey } from "./contract-queries.ts";
import { CasePart } from "../../../ui/section/facts.tsx";

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

const outcomes: Record<CorrectionOutcome, string> = {
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

/** Dialog in which staff correct the data of a contract and give the reason. */
export function CorrectContractDialog({ contract, onClose }: CorrectContractDialogProps) {
  const { id, tenant_name, letter } = contract;
  const [correctionId] = useState(() => crypto.randomUUID());
  const [prefilled] = useState(() => prefill(contract));
  // Letter code that staff saw when the dialog opened. The server refuses the correction if the letter has changed
  // since.
  const [knownCode] = useState(letter?.code ?? "");
  const form = useValidatedForm(table);
  const correcting = useStaffAction({
    call: (typed: z.output<typeof correctionFormSchema>) => ({
      name: "correct-contract",
      body: { ...typed, contractId: id, correctionId, knownCode },
      data: correctionReplySchema,
    }),
    success: ({ changed, outcome }) => ({
      title: changed ? "Correção registrada" : "Nada foi corrigido",
      description: outcomes[outcome],
      tone: changed ? "success" : "info",
    }),
    changes: contractsKey,
  });
  return (
    <FormDialog
      title={`Corrigir dados do contrato de ${tenant_name}`}
      form={form}
      sending={correcting}
      onSubmit={correcting.mutate}
      // The dialog closes when the correction is saved or the contract has ended. Otherwise, staff can edit the form
      // and retry.
      mayClose={({ changed, outcome }) => changed || outcome === "made" || outcome === "closed"}
      failed="Nada foi corrigido. O que foi preenchido continua aqui: tente novamente."
      submitLabel="Registrar correção"
      cancelLabel="Voltar"
      onClose={onClose}
    >
      <p>
        E-mail e telefones mudam na hora. Um locador diferente faz uma nova versão da carta.
        Endereço e datas só mudam depois que o locatário aceitar.
      </p>
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

/** Lists the corrections of a contract. Staff can withdraw a correction that the tenant has not accepted yet. */
export function ContractCorrections({ contract }: { contract: StaffContract }) {
  const withdrawing = useStaffAction({
    ask: (client, correction_id: string) => client.rpc("withdraw_correction", { correction_id }),
    success: "Correção retirada",
    failure: "Erro ao retirar a correção",
    changes: contractsKey,
  });
  if (contract.corrections.length === 0) return null;
  return (
    <CasePart title="Correções">
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
              {status === "waiting" && (
                <StaffButton
                  needs="contracts"
                  className="btn-outline btn-sm"
                  disabled={withdrawing.isPending}
                  onClick={() => withdrawing.mutate(id)}
                >
                  Retirar a correção
                </StaffButton>
              )}
            </li>
          ),
        )}
      </ul>
    </CasePart>
  );
}
