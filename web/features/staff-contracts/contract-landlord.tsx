import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type * as z from "zod/mini";
import {
  landlordAddressFormSchema,
  landlordFormSchema,
  landlordKinds,
} from "../../../supabase/functions/_shared/contracts/guarantee/landlord.ts";
import { askAsStaff } from "../../backend/ask-as-staff.ts";
import { useBackend } from "../../backend/backend-context.tsx";
import { LandlordMatches, describeLandlord } from "../../backend/find-landlords.tsx";
import { paths } from "../../config/paths.ts";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { showToast } from "../../ui/feedback/show-toast.tsx";
import { StatusBadge } from "../../ui/feedback/states.tsx";
import { defineFields } from "../../ui/form/field-table.ts";
import { Fields } from "../../ui/form/fields.tsx";
import { Form, FormAlert } from "../../ui/form/form.tsx";
import { useValidatedForm } from "../../ui/form/use-validated-form.ts";
import { SiteLink } from "../../ui/layout/links.tsx";
import { casePath } from "../../ui/layout/list-and-detail.tsx";
import { type StaffContract, contractsKey } from "./contract-queries.ts";
import { ContractPart } from "./contract-state.tsx";

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

/** Who the landlord is and which addresses see the contract. What the letter says is corrected elsewhere. */
export function ContractLandlord({ contract }: { contract: StaffContract }) {
  const [editing, setEditing] = useState<Editing>();
  const { landlord, landlord_addresses: addresses } = contract;
  const { remove } = useLandlord(contract.id);
  return (
    <ContractPart title="Locador">
      <div className="grid gap-4 text-sm">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="min-w-0 wrap-anywhere">
            {landlord ? (
              <SiteLink href={casePath(paths.staffSearch, landlord.id)}>
                {describeLandlord(landlord)}
              </SiteLink>
            ) : (
              `${contract.landlord_name} (só o nome da carta)`
            )}
          </p>
          <span className="flex flex-wrap gap-3">
            {landlord && (
              <button
                type="button"
                className="btn btn-outline btn-sm"
                onClick={() => setEditing("correct")}
              >
                Corrigir o locador
              </button>
            )}
            <button
              type="button"
              className="btn btn-outline btn-sm"
              onClick={() => setEditing("other")}
            >
              {landlord ? "É outro locador" : "Cadastrar o locador"}
            </button>
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
                <SiteLink href={casePath(paths.staffContracts, id)}>{contract_number}</SiteLink>
              </span>
            ))}
          </p>
        )}
        <ul className="grid gap-3">
          {addresses.map(({ id, address, is_own, given_by, confirmed_at, refused_at }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-2">
              <span className="min-w-0 wrap-anywhere">
                {address}
                <span className="block text-xs text-muted">
                  {is_own ? "Vê todas as fianças deste locador" : "Vê só este contrato"}, informado
                  {given_by === "tenant" ? " pelo locatário" : " pela equipe"}
                </span>
              </span>
              <span className="flex items-center gap-2">
                <AddressState address={{ confirmed_at, refused_at }} />
                <button
                  type="button"
                  className="btn btn-link btn-sm"
                  disabled={remove.isPending}
                  onClick={() => remove.mutate(id)}
                >
                  Retirar<span className="sr-only"> {address}</span>
                </button>
              </span>
            </li>
          ))}
        </ul>
        <AddAddress contract={contract} />
      </div>
      {editing && (
        <LandlordDialog
          contract={contract}
          editing={editing}
          onClose={() => setEditing(undefined)}
        />
      )}
    </ContractPart>
  );
}

interface AddressStateProps {
  address: { confirmed_at: string | null; refused_at: string | null };
}

/** What whoever has an address answered. */
export function AddressState({ address: { confirmed_at, refused_at } }: AddressStateProps) {
  return (
    <StatusBadge tone={confirmed_at ? "good" : refused_at ? "bad" : "waiting"}>
      {confirmed_at ? "Confirmado" : refused_at ? "Disse que não é" : "Não confirmado"}
    </StatusBadge>
  );
}

/** Adds an address, which is asked by mail before it sees anything. */
function AddAddress({ contract }: { contract: StaffContract }) {
  const { form, field } = useValidatedForm(addressRules);
  const [isOwn, setIsOwn] = useState(false);
  const { add } = useLandlord(contract.id);
  return (
    <Form
      className="grid gap-3 rounded-md bg-sand-100 p-4"
      onSubmit={(event) =>
        void form.handleSubmit(({ address }) => {
          if (add.isPending) return;
          add.mutate({ address, isOwn }, { onSuccess: () => form.reset() });
        })(event)
      }
    >
      <Fields
        table={addressRules}
        field={field}
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
      {add.isError && (
        <FormAlert key={add.submittedAt}>O e-mail não foi incluído. Tente novamente.</FormAlert>
      )}
      <button
        type="submit"
        className="btn btn-outline btn-sm justify-self-start"
        disabled={add.isPending}
      >
        Incluir e pedir a confirmação
      </button>
    </Form>
  );
}

/** The one that is there, or another in its place. */
type Editing = "correct" | "other";

interface LandlordDialogProps {
  contract: StaffContract;
  editing: Editing;
  onClose: () => void;
}

/** Finds, writes down or corrects the landlord of a contract. Open as long as it is rendered. */
function LandlordDialog({ contract, editing, onClose }: LandlordDialogProps) {
  const landlord = editing === "correct" ? contract.landlord : null;
  const dialog = useRef<HTMLDialogElement>(null);
  const [id, setId] = useState(() => landlord?.id ?? crypto.randomUUID());
  const { form, field } = useValidatedForm(landlordRules);
  const { set } = useLandlord(contract.id);
  useEffect(() => dialog.current?.showModal(), []);
  const [name, document] = form.watch(["name", "document"]);
  const prefilled: Record<string, string> = {
    name: landlord?.name ?? contract.landlord_name,
    kind: landlord?.kind ?? "owner",
    document: landlord?.document ?? "",
  };
  const titleId = `landlord-${contract.id}`;
  return (
    <Dialog ref={dialog} titleId={titleId} onClose={onClose} size="form">
      <Form
        className="grid gap-5"
        onSubmit={(event) =>
          void form.handleSubmit((values) => {
            if (set.isPending) return;
            set.mutate({ ...values, id }, { onSuccess: () => dialog.current?.close() });
          })(event)
        }
      >
        <h2 id={titleId} className="text-card">
          Locador
        </h2>
        <p className="text-soft text-sm">
          O nome que está na carta não muda aqui: ele muda em “Corrigir dados”.
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
        {set.isError && (
          <FormAlert key={set.submittedAt}>
            {set.error.message || "O locador não foi gravado. Tente novamente."}
          </FormAlert>
        )}
        <div className="modal-action flex-wrap gap-3">
          <button type="button" className="btn btn-outline" onClick={() => dialog.current?.close()}>
            Cancelar
          </button>
          <button type="submit" className="btn btn-primary" disabled={set.isPending}>
            Gravar
          </button>
        </div>
      </Form>
    </Dialog>
  );
}

/** What staff change about the landlord of a contract. */
function useLandlord(contract_id: string) {
  const backend = useBackend();
  const queries = useQueryClient();
  const reload = () => queries.invalidateQueries({ queryKey: contractsKey });
  const set = useMutation({
    mutationFn: ({ document, ...wanted }: z.output<typeof landlordFormSchema> & { id: string }) =>
      askAsStaff(backend, (client) =>
        client.rpc("set_landlord", {
          contract_id,
          wanted: { ...wanted, document: document ?? null },
        }),
      ),
    onSuccess() {
      showToast({ title: "Locador gravado", tone: "success" });
      return reload();
    },
  });
  const add = useMutation({
    mutationFn: ({ address, isOwn }: { address: string; isOwn: boolean }) =>
      askAsStaff(backend, (client) =>
        client.rpc("add_landlord_address", { contract_id, address, is_own: isOwn }),
      ),
    onSuccess() {
      showToast({ title: "Pedimos a confirmação por e-mail", tone: "success" });
      return reload();
    },
  });
  const remove = useMutation({
    mutationFn: (contact_id: string) =>
      askAsStaff(backend, (client) =>
        client.rpc("remove_landlord_address", { contract_id, contact_id }),
      ),
    onSuccess() {
      showToast({ title: "E-mail retirado", tone: "success" });
      return reload();
    },
    onError: () => showToast({ title: "O e-mail não foi retirado", tone: "destructive" }),
  });
  return { set, add, remove };
}
