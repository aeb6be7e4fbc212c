import { useState } from "react";
import { useSettled } from "../../ui/feedback/use-settled.ts";
import type { SimulationFilter } from "./list-simulations.ts";
import { SimulationFilters } from "./simulation-filters.tsx";
import { SimulationList } from "./simulation-list.tsx";

const TYPING_PAUSE_MS = 300;

/** Finding simulations and deciding about them. */
export function SimulationsReview() {
  const [status, setStatus] = useState<SimulationFilter["status"]>(null);
  const [search, setSearch] = useState("");
  const filter = { status, search: useSettled(search.trim(), TYPING_PAUSE_MS) };
  return (
    <>
      <SimulationFilters
        status={status}
        onStatus={setStatus}
        search={search}
        onSearch={setSearch}
      />
      <SimulationList filter={filter} />
    </>
  );
}
