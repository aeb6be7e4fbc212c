import { useState } from "react";
import * as z from "zod/mini";
import {
  landlordAddressFormSchema,
  landlordFormSchema,
  landlordKinds,
} from "#contracts/fields/landlords.ts";
import type { LandlordAddress } from "#contracts/leases/address-standing.ts";
import { useStaffAction } from "../../../backend/staff/staff-hooks.ts";
import { Needs, StaffButton } from "../../../backend/staff/staff-rights.tsx";
import { Button } from "../../../ui/feedback/button.tsx";
import { LandlordMatches, describeLandlord } from "../../offers/staff/find-landlords.tsx";
import { staffPaths } from "../../../config/staff-paths.ts";
import { StatusBadge } from "../../../ui/feedback/states.tsx";
import { defineFields } from "../../../ui/form/field-table.ts";
import { Fields } from "../../../ui/form/fields.tsx";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { useFormSending } from "../../../ui/form/use-form-sending.tsx";
import { useValidatedForm } from "../../../ui/form/use-validated-form.ts";
import { SiteLink } from "../../../ui/layout/links.tsx";
import { addressMark, casePath } from "../../../ui/layout/list-and-detail.tsx";
import { type StaffContract, contractsKey } from "../../leases/staff/contract-queries.ts";
import { CasePart } from "../../../ui/section/facts.tsx";

const landlordRules = defineFields(landlordFormSchema, {
  name: { control: "text", stopsAtLimit: true, isWide: true },
  kind: {
    control: "select",
    options: Object.entries(landlordKinds).map(([value, label]) => ({ value, label })),
  },
  document: { control: "text", autoComplete: "off", spellCheck: false },
});

const addressRules = defineFields(landlordAddressFormSchema, {
  address: { control: "email", autoComplete: "off" },
});

/**
 * Shows the landlord and the e-mail addresses that read or act for the lease. `CorrectContractDialog` corrects the
 * landlord's data in the letter.
 */
export function ContractLandlord({ contract }: { contract: StaffContract }) {
  const [editing, setEditing] = useState<Editing>();
  const { landlord, landlord_addresses: addresses } = contract;
  const { remove } = useLandlord(contract.id);
  return (
    <CasePart title="Locador">
      <div className="grid gap-4 text-sm">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="min-w-0 wrap-anywhere">
            {landlord ? (
              <SiteLink href={casePath(staffPaths.search, landlord.id)}>
                {describeLandlord(landlord)}
              </SiteLink>
            ) : (
              `${contract.landlord_name} (só o nome da carta)`
            )}
          </p>
          <span className="flex flex-wrap gap-3">
            {landlord && (
              <StaffButton
                needs="contracts"
                className="btn-outline btn-sm"
                onClick={() => setEditing("correct")}
              >
                Corrigir o locador
              </StaffButton>
            )}
            <StaffButton
              needs="contracts"
              className="btn-outline btn-sm"
              onClick={() => setEditing("other")}
            >
              {landlord ? "É outro locador" : "Cadastrar o locador"}
            </StaffButton>
          </span>
        </div>
        {landlord && landlord.name !== contract.landlord_name && (
          <p className="text-soft">Na carta está escrito: {contract.landlord_name}</p>
        )}
        {landlord && landlord.contracts.length > 0 && (
          <p className="wrap-anywhere">
            Outros contratos dele:{" "}
            {landlord.contracts.map(({ id, contract_number }, place) => (
              <span key={id}>
                {place > 0 && ", "}
                <SiteLink href={casePath(staffPaths.contracts, id)}>{contract_number}</SiteLink>
              </span>
            ))}
          </p>
        )}
        <ul className="grid gap-3">
          {addresses.map(({ id, address, is_own, given_by, check_note, ...known }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-2">
              <span className="min-w-0 wrap-anywhere">
                {address}
                <span className="block text-xs text-muted">
                  {is_own ? "Todas as fianças deste locador" : "Só esta locação"}, dado{" "}
                  {givers[given_by]}
                </span>
                {check_note && (
                  <span className="block text-xs text-muted">Conferido: {check_note}</span>
                )}
              </span>
              <span className="flex flex-wrap items-center gap-2">
                <AddressState address={known} />
                {known.standing === "reads" && known.confirmed_at && (
                  <SiteLink
                    className="btn btn-outline btn-sm"
                    href={casePath(staffPaths.contracts, addressMark + id)}
                  >
                    Conferir<span className="sr-only"> {address}</span>
                  </SiteLink>
                )}
                <StaffButton
                  needs="contracts"
                  className="btn-link btn-sm"
                  disabled={remove.isPending}
                  onClick={() => remove.mutate(id)}
                >
                  Retirar<span className="sr-only"> {address}</span>
                </StaffButton>
              </span>
            </li>
          ))}
        </ul>
        <Needs right="contracts">
          <AddAddress contract={contract} />
        </Needs>
      </div>
      {editing && (
        <LandlordDialog
          contract={contract}
          editing={editing}
          onClose={() => setEditing(undefined)}
        />
      )}
    </CasePart>
  );
}

const givers = {
  tenant: "pelo locatário",
  landlord: "pelo locador",
  staff: "pela equipe",
} satisfies Record<LandlordAddress["given_by"], string>;

interface AddressStateProps {
  address: Pick<LandlordAddress, "confirmed_at" | "refused_at" | "standing">;
}

/** Shows whether the owner of an address confirmed or refused it, and whether it speaks for the landlord. */
export function AddressState({
  address: { confirmed_at, refused_at, standing },
}: AddressStateProps) {
  if (confirmed_at) {
    return standing === "acts" ? (
      <StatusBadge tone="good">Fala pelo locador</StatusBadge>
    ) : (
      <StatusBadge tone="waiting">Só lê, a conferir</StatusBadge>
    );
  }
  return (
    <StatusBadge tone={refused_at ? "bad" : "waiting"}>
      {refused_at ? "Disse que não é" : "Não confirmado"}
    </StatusBadge>
  );
}

/** Adds an address, whose owner must confirm by mail before seeing anything. */
function AddAddress({ contract }: { contract: StaffContract }) {
  const form = useValidatedForm(addressRules);
  const [isOwn, setIsOwn] = useState(false);
  const { add } = useLandlord(contract.id);
  const { submit, alert } = useFormSending(
    {
      form,
      sending: add,
      onSubmit: ({ address }, callbacks) => add.mutate({ address, isOwn }, callbacks),
      failed: "O e-mail não foi incluído. Tente novamente.",
    },
    () => form.form.reset(),
  );
  return (
    <Form className="grid gap-3 rounded-md bg-sand-100 p-4" onSubmit={submit}>
      <Fields
        table={addressRules}
        field={form.field}
        texts={{
          address: {
            label: "Novo e-mail do locador",
            help: "Pedimos por e-mail que ele confirme; antes disso, não vê nada.",
          },
        }}
      />
      {contract.landlord && (
        <label className="flex items-start gap-3">
          <input
            type="checkbox"
            className="checkbox"
            checked={isOwn}
            onChange={({ target }) => setIsOwn(target.checked)}
          />
          <span>É dele mesmo: pode ver todas as fianças de {contract.landlord.name}</span>
        </label>
      )}
      {alert}
      <Button className="btn-outline btn-sm justify-self-start" disabled={add.isPending}>
        Incluir e pedir a confirmação
      </Button>
    </Form>
  );
}

/** Change of the present landlord, or choice of another one. */
type Editing = "correct" | "other";

interface LandlordDialogProps {
  contract: StaffContract;
  editing: Editing;
  onClose: () => void;
}

/** Dialog that finds, adds or corrects the landlord of a contract. */
function LandlordDialog({ contract, editing, onClose }: LandlordDialogProps) {
  const landlord = editing === "correct" ? contract.landlord : null;
  const [id, setId] = useState(() => landlord?.id ?? crypto.randomUUID());
  const validated = useValidatedForm(landlordRules);
  const { form, field } = validated;
  const { set } = useLandlord(contract.id);
  const [name, document] = form.watch(["name", "document"]);
  const prefilled: Record<string, string> = {
    name: landlord?.name ?? contract.landlord_name,
    kind: landlord?.kind ?? "owner",
    document: landlord?.document ?? "",
  };
  return (
    <FormDialog
      title="Locador"
      form={validated}
      sending={set}
      onSubmit={(values, callbacks) => set.mutate({ ...values, id }, callbacks)}
      failed="O locador não foi gravado. Tente novamente."
      submitLabel="Gravar"
      onClose={onClose}
    >
      <p className="text-soft text-sm">
        O nome que está na carta não muda aqui: ele muda em “Corrigir dados”. Se o locador passar a
        ser outra pessoa, os e-mails do anterior deixam de valer para esta locação.
      </p>
      <div className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        <Fields
          table={landlordRules}
          field={(field_name) => ({
            defaultValue: prefilled[field_name] ?? "",
            ...field(field_name),
          })}
          texts={{
            name: { label: "Nome" },
            kind: { label: "Tipo" },
            document: { label: "CPF ou CNPJ", help: "Com ele, o locador é encontrado de novo." },
          }}
          choosePlaceholder="Selecione"
        />
      </div>
      <LandlordMatches
        search={document || (name ?? "")}
        onChoose={(known) => {
          setId(known.id);
          form.setValue("name", known.name);
          form.setValue("kind", known.kind);
          form.setValue("document", known.document ?? "");
        }}
      />
    </FormDialog>
  );
}

function useLandlord(contract_id: string) {
  const set = useStaffAction({
    ask: (client, { document, ...wanted }: z.output<typeof landlordFormSchema> & { id: string }) =>
      client.rpc("set_landlord", {
        contract_id,
        wanted: { ...wanted, document: document ?? null },
      }),
    schema: z.object({ removed: z.number() }),
    success: ({ removed }) => ({
      title: "Locador gravado",
      tone: "success",
      ...(removed > 0 && {
        description: "Os e-mails do locador anterior deixaram de valer para esta locação.",
      }),
    }),
    changes: contractsKey,
  });
  const add = useStaffAction({
    ask: (client, { address, isOwn }: { address: string; isOwn: boolean }) =>
      client.rpc("add_landlord_address", { contract_id, address, is_own: isOwn }),
    schema: z.object({ changed: z.boolean() }),
    success: ({ changed }) =>
      changed
        ? { title: "Pedimos a confirmação por e-mail", tone: "success" }
        : { title: "Este e-mail já está na lista", tone: "info" },
    changes: contractsKey,
  });
  const remove = useStaffAction({
    ask: (client, contact_id: string) =>
      client.rpc("remove_landlord_address", { contract_id, contact_id }),
    success: "E-mail retirado",
    failure: "O e-mail não foi retirado",
    changes: contractsKey,
  });
  return { set, add, remove };
}
