import { MutationCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";

let browserClient: QueryClient | undefined;

/** Key of the query that counts the items that wait for staff, such as new claims. */
export const staffCountsKey = ["staff-counts"] as const;

/** Provides the query cache. On the server, each rendering has its own cache. A browser has only one. */
export function BackendQueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(() =>
    typeof window === "undefined" ? createQueryClient() : (browserClient ??= createQueryClient()),
  );
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    // The counts are loaded again after each action of staff, because the action may have changed them.
    mutationCache: new MutationCache({
      onSuccess: () => void client.invalidateQueries({ queryKey: staffCountsKey }),
    }),
    defaultOptions: {
      // A query without a network fails at once instead of waiting for the network.
      queries: { networkMode: "always", retry: 1, staleTime: 30_000 },
      mutations: { networkMode: "always" },
    },
  });
  return client;
}
