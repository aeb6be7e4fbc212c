import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useBackend } from "../../backend/backend-context.tsx";
import { CallFailure } from "../../backend/call-function.ts";
import { DataFailure } from "../../backend/ask-as-staff.ts";
import { readStaffAccount } from "./read-staff-account.ts";

const WAITING_MS = 5_000;
const WORKING_MS = 30_000;

/** The account behind a session, asked again so that a release or a ban acts on an open page. */
export function useStaffAccount(userId: string | undefined) {
  const backend = useBackend();
  const queries = useQueryClient();

  useEffect(() => {
    // Somebody whose access was taken away sees it at the first refusal, whatever was refused.
    function recheck({
      type,
      action,
    }: {
      type: string;
      action?: { type: string; error?: unknown };
    }) {
      if (type === "updated" && action?.type === "error" && isRefusal(action.error)) {
        void queries.invalidateQueries({ queryKey: ["staff-account"] });
      }
    }
    const stops = [
      queries.getQueryCache().subscribe(recheck),
      queries.getMutationCache().subscribe(recheck),
    ];
    return () => stops.forEach((stop) => stop());
  }, [queries]);

  return useQuery({
    queryKey: ["staff-account", userId],
    queryFn: ({ signal }) => readStaffAccount(backend, signal),
    enabled: userId !== undefined,
    refetchOnWindowFocus: "always",
    refetchInterval: ({ state }) => (state.data?.status === "active" ? WORKING_MS : WAITING_MS),
  });
}

function isRefusal(error: unknown): boolean {
  if (error instanceof DataFailure) return error.reason === "forbidden";
  return error instanceof CallFailure && error.code === "forbidden";
}
