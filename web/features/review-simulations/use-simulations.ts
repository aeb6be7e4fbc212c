import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useBackend } from "../../backend/backend-context.tsx";
import { showToast } from "../../ui/feedback/show-toast.tsx";
import {
  listSimulations,
  PAGE_SIZE,
  type PageEnd,
  type SimulationFilter,
} from "./list-simulations.ts";

/** New simulations appear by themselves on a page that is in view. */
const POLL_MS = 30_000;

export const simulationsKey = ["simulations"] as const;

/** The simulations that match, page after page, kept current. */
export function useSimulations(filter: SimulationFilter) {
  const backend = useBackend();
  const query = useInfiniteQuery({
    queryKey: [...simulationsKey, filter],
    queryFn: ({ pageParam, signal }) => listSimulations(backend, filter, pageParam, signal),
    initialPageParam: firstPage(),
    getNextPageParam: (page) => {
      const last = page.at(-1);
      return last && page.length === PAGE_SIZE ? { createdAt: last.created_at, id: last.id } : null;
    },
    placeholderData: keepPreviousData,
    // Colleagues decide at the same time: coming back to the page shows what they did.
    refetchOnWindowFocus: "always",
    refetchInterval: POLL_MS,
  });

  const { isError } = query;
  useEffect(() => {
    if (isError) showToast({ title: "Erro ao carregar simulações", tone: "destructive" });
  }, [isError]);
  return query;
}

function firstPage(): PageEnd | null {
  return null;
}
