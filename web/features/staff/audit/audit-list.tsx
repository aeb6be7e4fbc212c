import { useState } from "react";
import { formatDateTime } from "#contracts/fields/formats.ts";
import { type CaseKind, caseLinks } from "../../../backend/staff/case-links.ts";
import { describeEntry } from "../../../backend/staff/staff-history.ts";
import { useColleagues } from "../../../backend/staff/staff-queries.ts";
import { Button } from "../../../ui/feedback/button.tsx";
import { QueryState } from "../../../ui/feedback/query-state.tsx";
import { StatePanel, StatusBadge } from "../../../ui/feedback/states.tsx";
import { SelectField, TextField } from "../../../ui/form/controls.tsx";
import { useSettled } from "../../../ui/layout/hooks.ts";
import { SiteLink } from "../../../ui/layout/links.tsx";
import { useAddedPages } from "../../../ui/layout/row-list.tsx";
import { listRows } from "../shell/shortcuts.tsx";
import type { AuditRow } from "./audit-csv.ts";
import { type AuditFilter, actionOptions, useAudit, useAuditDownload } from "./audit-queries.ts";

const TYPING_PAUSE_MS = 500;
const everything = { person: "", action: "", typed: "", from: "", to: "", outcome: "" };

/** Shows the audit trail, with filters and a download. */
export function Audit() {
  const [filter, setFilter] = useState<AuditFilter>(everything);
  // A date field reports each digit of a typed year, and every reading is recorded.
  const wanted = useSettled(filter, TYPING_PAUSE_MS);
  const download = useAuditDownload();
  return (
    <div className="grid gap-6">
      <search>
        <Filters filter={filter} onChange={setFilter} />
        <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            className="btn-outline btn-sm"
            isBusy={download.isPending}
            onClick={() => download.mutate(filter)}
          >
            Baixar CSV
          </Button>
          <p className="text-xs text-muted">
            Até 10.000 linhas desta busca. Quem consulta ou baixa também fica registrado.
          </p>
        </div>
      </search>
      <Entries filter={wanted} />
    </div>
  );
}

const outcomes = [
  { value: "done", label: "Feitas" },
  { value: "denied", label: "Recusadas" },
];

interface FiltersProps {
  filter: AuditFilter;
  onChange: (filter: AuditFilter) => void;
}

function Filters({ filter, onChange }: FiltersProps) {
  const people = useColleagues();
  const set = (name: keyof AuditFilter) => ({
    name,
    value: filter[name],
    onChange: (event: { target: { value: string } }) =>
      onChange({ ...filter, [name]: event.target.value }),
  });
  const options = people.data?.map(({ user_id, email, full_name }) => ({
    value: user_id,
    label: full_name ?? email,
  }));
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      <SelectField
        {...set("person")}
        texts={{ label: "Pessoa" }}
        choosePlaceholder="Todas"
        options={options ?? []}
      />
      <SelectField
        {...set("action")}
        texts={{ label: "Ação" }}
        choosePlaceholder="Todas"
        options={actionOptions}
      />
      <SelectField
        {...set("outcome")}
        texts={{ label: "Resultado" }}
        choosePlaceholder="Todos"
        options={outcomes}
      />
      <TextField
        {...set("typed")}
        type="search"
        autoComplete="off"
        maxLength={40}
        texts={{ label: "Contrato ou protocolo" }}
      />
      <TextField {...set("from")} type="date" texts={{ label: "De" }} />
      <TextField
        {...set("to")}
        type="date"
        texts={{ label: "Até" }}
        error={
          filter.from && filter.to && filter.to < filter.from
            ? "O último dia vem antes do primeiro"
            : undefined
        }
      />
    </div>
  );
}

function Entries({ filter }: { filter: AuditFilter }) {
  const query = useAudit(filter);
  const { data, hasNextPage, isFetchingNextPage, isPlaceholderData } = query;
  const rows = data?.pages.flat() ?? [];
  const { list, showMore } = useAddedPages<HTMLOListElement>(rows.length, query.fetchNextPage);
  if (!data) {
    return (
      <QueryState
        query={query}
        loading="Carregando auditoria..."
        failed="Não foi possível carregar a auditoria"
      />
    );
  }
  if (rows.length === 0) {
    return (
      <StatePanel
        icon="search"
        title="Nada encontrado"
        text="Mude os filtros para ver outros registros."
      />
    );
  }
  return (
    <section aria-label="Registros" aria-busy={isPlaceholderData}>
      {query.isError && (
        <div role="alert" className="alert alert-error alert-soft mb-4 rounded-md">
          <p className="font-semibold">A lista pode estar desatualizada.</p>
          <Button onClick={() => void query.refetch()}>Atualizar</Button>
        </div>
      )}
      <ol ref={list} {...listRows} className="card card-border divide-y divide-sand-200 py-2">
        {rows.map((row) => (
          <Entry key={row.id} row={row} />
        ))}
      </ol>
      {hasNextPage && (
        <div className="mt-6 text-center">
          <Button
            className="btn-outline"
            isBusy={isFetchingNextPage}
            disabled={isFetchingNextPage || isPlaceholderData}
            onClick={() => void showMore()}
          >
            Carregar mais
          </Button>
        </div>
      )}
    </section>
  );
}

function Entry({ row }: { row: AuditRow }) {
  const { occurred_at, outcome, cases, rows } = row;
  const more = rows - cases.length;
  return (
    <li tabIndex={-1} className="grid gap-x-6 gap-y-1 py-3 text-sm md:grid-cols-[15.5rem_1fr]">
      <time className="text-muted" dateTime={occurred_at}>
        {formatDateTime(occurred_at)}
      </time>
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 wrap-anywhere">
          {describeEntry(row)}
          {outcome === "denied" && <StatusBadge tone="bad">Recusada</StatusBadge>}
        </p>
        {cases.length > 0 && (
          <p className="flex flex-wrap gap-x-3 gap-y-1">
            {cases.map((shown) => (
              <CaseName key={shown.id} shown={shown} />
            ))}
            {more > 0 && <span className="text-muted">e mais {more}</span>}
          </p>
        )}
      </div>
    </li>
  );
}

const unnumbered: Partial<Record<CaseKind, string>> = { partner: "Parceiro", landlord: "Locador" };

function CaseName({ shown: { kind, id, number } }: { shown: AuditRow["cases"][number] }) {
  if (kind === "member") return <span className="wrap-anywhere">{number}</span>;
  return (
    <SiteLink href={caseLinks[kind](id)} className="underline tabular-nums">
      {number ?? unnumbered[kind] ?? "Caso"}
    </SiteLink>
  );
}
