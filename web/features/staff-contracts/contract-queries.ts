import { useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import { askAsStaff } from "../../backend/ask-as-staff.ts";
import { useBackend } from "../../backend/backend-context.tsx";
import { usePages } from "../../backend/staff-queries.ts";
import { type ContractRow, contractRowSchema, contractSchema } from "./contract-schema.ts";

const PAGE_SIZE = 20;

/** What changes with any contract. */
export const contractsKey = ["staff-contracts"] as const;

/** Null for every state. */
export type ContractView = "active" | "expiring" | "ended" | "cancelled" | null;

/** The contracts of a view that match a search: those in force by the nearest end. */
export function useContracts(view: ContractView, search: string) {
  const backend = useBackend();
  return usePages({
    queryKey: [...contractsKey, "list", view, search],
    pageSize: PAGE_SIZE,
    endOf: (last: ContractRow) => ({ moment: last.end_date, id: last.id }),
    read: async (after, signal) =>
      z.array(contractRowSchema).parse(
        await askAsStaff(backend, (client) =>
          client
            .rpc("list_contracts", {
              view,
              search: search || null,
              after_date: after?.moment ?? null,
              after_id: after?.id ?? null,
              page_size: PAGE_SIZE,
            })
            .abortSignal(signal),
        ),
      ),
  });
}

/** One contract with all it rests on. */
export function useContract(id: string) {
  const backend = useBackend();
  return useQuery({
    queryKey: [...contractsKey, "detail", id],
    queryFn: async ({ signal }) =>
      contractSchema.parse(
        await askAsStaff(backend, (client) =>
          client.rpc("contract_detail", { contract_id: id }).abortSignal(signal),
        ),
      ),
    refetchOnWindowFocus: "always",
  });
}
