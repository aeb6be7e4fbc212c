import * as z from "zod/mini";
import { formatDocument, formatShortDate } from "#contracts/fields/formats.ts";
import { landlordKinds } from "#contracts/fields/landlords.ts";
import { standings } from "#contracts/leases/address-standing.ts";
import { landlordsKind } from "#contracts/stored-values.ts";
import { useStaffAction, useStaffQuery } from "../../../backend/staff/staff-hooks.ts";
import { staffPaths } from "../../../config/staff-paths.ts";
import { TextAreaField } from "../../../ui/form/controls.tsx";
import { Button } from "../../../ui/feedback/button.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { useFormSending } from "../../../ui/form/use-form-sending.tsx";
import { useValidatedForm } from "../../../ui/form/use-validated-form.ts";
import { SiteLink } from "../../../ui/layout/links.tsx";
import { QueryState } from "../../../ui/feedback/query-state.tsx";
import { casePath } from "../../../ui/layout/list-and-detail.tsx";
import { CasePart, DataList, Datum } from "../../../ui/section/facts.tsx";
import { AddressState } from "./contract-landlord.tsx";
import { ContractState } from "../../leases/staff/contract-state.tsx";

const MOST_NOTES = 1000;

const landlordSchema = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(landlordsKind),
  document: z.nullable(z.string()),
  notes: z.nullable(z.string()),
  /** Contracts, sorted by last day, the latest first. */
  contracts: z.array(
    z.object({
      id: z.string(),
      contract_number: z.string(),
      tenant_name: z.string(),
      property_address: z.string(),
      start_date: z.string(),
      end_date: z.string(),
      state: z.string(),
    }),
  ),
  addresses: z.array(
    z.object({
      id: z.string(),
      address: z.string(),
      confirmed_at: z.nullable(z.string()),
      refused_at: z.nullable(z.string()),
      standing: z.enum(standings),
      /** Number of the only contract that the address may open; null when it may open all. */
      contract_number: z.nullable(z.string()),
    }),
  ),
});
type Landlord = z.output<typeof landlordSchema>;

const landlordKey = (id: string) => ["contracts", "landlord", id] as const;

/** Shows a landlord's data. Staff correct errors on the screen of one of the landlord's contracts. */
export function LandlordPanel({ id, onBack }: { id: string; onBack: () => void }) {
  const query = useStaffQuery({
    queryKey: landlordKey(id),
    schema: landlordSchema,
    ask: (client) => client.rpc("landlord_detail", { landlord_id: id }),
  });
  const { data } = query;
  return (
    <div className="grid gap-4">
      <Button className="btn-link justify-self-start px-0" onClick={onBack}>
        Voltar à busca
      </Button>
      {data ? (
        <LandlordSheet landlord={data} />
      ) : (
        <QueryState
          query={query}
          loading="Carregando locador..."
          failed="Não foi possível carregar este locador"
        />
      )}
    </div>
  );
}

function LandlordSheet({ landlord }: { landlord: Landlord }) {
  const { name, kind, document, addresses, contracts } = landlord;
  return (
    <article className="card card-border grid gap-8 sm:p-8">
      <header>
        <h2 className="text-card wrap-anywhere">{name}</h2>
        <DataList className="mt-3 sm:grid-cols-2">
          <Datum label="Tipo">{landlordKinds[kind]}</Datum>
          <Datum label="CPF ou CNPJ">{document === null ? null : formatDocument(document)}</Datum>
        </DataList>
      </header>
      <CasePart title="E-mails">
        {addresses.length === 0 && <p className="text-soft text-sm">Nenhum e-mail informado.</p>}
        <ul className="grid gap-3 text-sm">
          {addresses.map((known) => (
            <li key={known.id} className="flex flex-wrap items-center justify-between gap-2">
              <span className="min-w-0 wrap-anywhere">
                <a href={`mailto:${known.address}`}>{known.address}</a>
                <span className="block text-xs text-muted">
                  {known.contract_number === null
                    ? "Vê todas as fianças deste locador"
                    : `Vê só o contrato ${known.contract_number}`}
                </span>
              </span>
              <AddressState address={known} />
            </li>
          ))}
        </ul>
      </CasePart>
      <CasePart title="Contratos">
        {contracts.length === 0 && <p className="text-soft text-sm">Nenhum contrato.</p>}
        <ul className="grid gap-4 text-sm">
          {contracts.map((contract) => (
            <li key={contract.id} className="flex flex-wrap items-start justify-between gap-2">
              <span className="min-w-0 wrap-anywhere">
                <SiteLink href={casePath(staffPaths.contracts, contract.id)}>
                  {contract.contract_number}
                </SiteLink>{" "}
                · {contract.tenant_name}
                <span className="text-soft block">{contract.property_address}</span>
                <span className="text-soft block tabular-nums">
                  {formatShortDate(contract.start_date)} a {formatShortDate(contract.end_date)}
                </span>
              </span>
              <ContractState {...contract} />
            </li>
          ))}
        </ul>
      </CasePart>
      <LandlordNotes landlord={landlord} />
    </article>
  );
}

const notesSchema = z.object({ notes: z.string() });

/** Field for staff's notes about a landlord. The typed text stays when saving fails. */
function LandlordNotes({ landlord: { id, name, notes } }: { landlord: Landlord }) {
  const stored = notes ?? "";
  const form = useValidatedForm({ schema: notesSchema, names: ["notes"] });
  const typed = form.form.watch("notes") ?? stored;
  const keeping = useStaffAction({
    ask: (client, written: z.output<typeof notesSchema>) =>
      client.rpc("note_landlord", { landlord_id: id, ...written }),
    success: () => ({ title: "Anotações guardadas", description: name, tone: "success" }),
    changes: landlordKey(id),
  });
  const { submit, alert } = useFormSending({
    form,
    sending: keeping,
    onSubmit: keeping.mutate,
    failed: "As anotações não foram guardadas. O que você escreveu continua aqui: tente de novo.",
  });
  return (
    <Form className="grid gap-3" onSubmit={submit}>
      <TextAreaField
        {...form.field("notes")}
        id={`notes-${id}`}
        texts={{ label: "Anotações", help: "Só a equipe lê. Até 1.000 caracteres." }}
        rows={4}
        maxLength={MOST_NOTES}
        defaultValue={stored}
      />
      {alert}
      <Button
        className="btn-outline btn-sm justify-self-start"
        disabled={keeping.isPending || typed === stored}
      >
        Guardar
      </Button>
    </Form>
  );
}
