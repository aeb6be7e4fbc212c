import type { SimulationFilter } from "./list-simulations.ts";
import { TextField } from "../../ui/form/text-field.tsx";

type Status = SimulationFilter["status"];

const statuses: readonly { value: Status; label: string }[] = [
  { value: null, label: "Todas" },
  { value: "pending", label: "Pendentes" },
  { value: "approved", label: "Aprovadas" },
  { value: "rejected", label: "Rejeitadas" },
];

interface SimulationFiltersProps {
  status: Status;
  onStatus: (status: Status) => void;
  search: string;
  onSearch: (search: string) => void;
}

/** Status and search; kept out of the address, because people search for personal data. */
export function SimulationFilters(props: SimulationFiltersProps) {
  const { status, onStatus, search, onSearch } = props;
  return (
    <search className="mb-6 grid items-end gap-4 lg:grid-cols-[1fr_auto]">
      <TextField
        name="search"
        type="search"
        texts={{ label: "Buscar por nome, CPF ou e-mail" }}
        autoComplete="off"
        maxLength={100}
        value={search}
        onChange={(event) => onSearch(event.target.value)}
      />
      <fieldset className="tabs tabs-box max-sm:grid max-sm:grid-cols-2">
        <legend className="sr-only">Situação</legend>
        {statuses.map(({ value, label }) => (
          <label key={label} className="tab">
            <input
              type="radio"
              name="status"
              checked={status === value}
              onChange={() => onStatus(value)}
            />
            {label}
          </label>
        ))}
      </fieldset>
    </search>
  );
}
