import { TextField } from "../../ui/form/controls.tsx";
import { ViewPicker } from "../../ui/layout/row-list.tsx";
import type { QueueView } from "./queue-page.ts";

const views: readonly { value: QueueView; label: string }[] = [
  { value: "decide", label: "A decidir" },
  { value: "documents", label: "Aguardando documentos" },
  { value: "approved", label: "Aprovadas" },
  { value: "rejected", label: "Rejeitadas" },
  { value: "all", label: "Todas" },
];

export const searchFieldId = "buscar-simulacoes";

interface QueueFiltersProps {
  view: QueueView;
  onView: (view: QueueView) => void;
  /** How many there are in each view; null until that is known. */
  counts: Record<string, number> | null;
  search: string;
  onSearch: (search: string) => void;
}

/** View and search; kept out of the address, because people search for personal data. */
export function QueueFilters({ view, onView, counts, search, onSearch }: QueueFiltersProps) {
  return (
    <search className="grid gap-3">
      <TextField
        id={searchFieldId}
        name="search"
        type="search"
        texts={{ label: "Buscar por nome, CPF, e-mail ou protocolo" }}
        autoComplete="off"
        maxLength={100}
        value={search}
        onChange={(event) => onSearch(event.target.value)}
      />
      <ViewPicker
        legend="Situação"
        views={views.map(({ value, label }) => {
          const count = counts?.[value];
          return { value, label: count === undefined ? label : `${label} (${count})` };
        })}
        shown={view}
        onShow={onView}
      />
    </search>
  );
}
