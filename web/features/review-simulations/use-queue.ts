import { keepPreviousData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useBackend } from "../../backend/backend-context.tsx";
import { useStaffCounts } from "../../backend/staff-queries.ts";
import { showToast } from "../../ui/feedback/show-toast.tsx";
import { endOfPage, type PageEnd, type QueueFilter, readQueuePage } from "./queue-page.ts";

/** How often a page in view asks whether something has changed; a colleague's decision shows then. */
const WATCH_MS = 1_500;

export const simulationsKey = ["simulations"] as const;

/** The simulations of a view or a search, page after page, kept current. */
export function useQueue(filter: QueueFilter) {
  const backend = useBackend();
  useQueueWatch();
  const query = useInfiniteQuery({
    queryKey: [...simulationsKey, "queue", filter],
    queryFn: ({ pageParam, signal }) => readQueuePage(backend, filter, pageParam, signal),
    initialPageParam: firstPage(),
    getNextPageParam: ({ rows }) => endOfPage(filter, rows),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: "always",
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

/** Reads everything about simulations anew when the queue has another version. */
function useQueueWatch(): void {
  const queries = useQueryClient();
  const { data } = useStaffCounts(WATCH_MS);
  const version = data?.version;
  const known = useRef<string>(undefined);
  useEffect(() => {
    if (!version) return;
    const isNew = known.current !== undefined && known.current !== version;
    known.current = version;
    if (isNew) void queries.invalidateQueries({ queryKey: simulationsKey });
  }, [version, queries]);
}
