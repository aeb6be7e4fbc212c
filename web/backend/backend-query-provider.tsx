import { MutationCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";

let browserClient: QueryClient | undefined;

/** Of what waits on the screens of staff. */
export const staffCountsKey = ["staff-counts"] as const;

/** Holds what was read from the backend: one store per rendering on the server, one per browser. */
export function BackendQueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(() =>
    typeof window === "undefined" ? createQueryClient() : (browserClient ??= createQueryClient()),
  );
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    // Whatever staff have done, what waits for them is another number now.
    mutationCache: new MutationCache({
      onSuccess: () => void client.invalidateQueries({ queryKey: staffCountsKey }),
    }),
    defaultOptions: {
      // Without a network the person is told at once, instead of waiting for it to come back.
      queries: { networkMode: "always", retry: 1, staleTime: 30_000 },
      mutations: { networkMode: "always" },
    },
  });
  return client;
}
