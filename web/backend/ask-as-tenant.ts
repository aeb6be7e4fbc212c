import type { PostgrestSingleResponse } from "@supabase/supabase-js";
import {
  type QueryKey,
  type UseQueryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import type * as z from "zod/mini";
import { DataFailure, readReply } from "./data-failure.ts";
import { type Backend, useBackend } from "./backend-context.tsx";
import { type FunctionCall, callFunction } from "./call-function.ts";
import type { Client } from "./connect-supabase.ts";
import { contractClient } from "./contract-session.ts";

type Reply<Data> = PromiseLike<PostgrestSingleResponse<Data>>;

/** Calls the data API as the tenant whose contract is open in this tab. @throws DataFailure */
export async function askAsTenant<Data>(
  backend: Backend | null,
  ask: (client: Client) => Reply<Data>,
): Promise<Data> {
  return readReply(await ask(await tenantClient(backend)));
}

/** Caller of an edge function: the holder of a mailed link, or the tenant whose contract is open in this tab. */
export type Party = { secret: string } | "tenant";

/** Calls an edge function as the holder of a link or as the tenant. @throws CallFailure */
export async function callAsParty<Data>(
  backend: Backend | null,
  party: Party,
  call: FunctionCall<Data>,
): Promise<Data> {
  const right =
    party === "tenant" ? await tenantToken(backend) : { body: { ...call.body, ...party } };
  return callFunction(backend, { ...call, ...right });
}

/** Returns the tenant's access token as a field for the body of a function call; without a session, an empty object. */
export async function tenantToken(backend: Backend | null): Promise<{ accessToken?: string }> {
  const { data } = await (await tenantClient(backend)).auth.getSession();
  return data.session ? { accessToken: data.session.access_token } : {};
}

async function tenantClient(backend: Backend | null): Promise<Client> {
  if (!backend) throw new DataFailure("unavailable");
  return contractClient(backend);
}

interface Request extends Reply<unknown> {
  abortSignal: (signal: AbortSignal) => { retry: (enabled: boolean) => Reply<unknown> };
}

interface TenantQuery<Data> extends Omit<UseQueryOptions<Data>, "queryFn"> {
  ask: (client: Client) => Request;
  schema: z.ZodMiniType<Data>;
}

/** Reads from the data API as the tenant. The data leaves the cache when no component uses it any more. */
export function useTenantQuery<Data>({ ask, schema, ...options }: TenantQuery<Data>) {
  const backend = useBackend();
  return useQuery({
    gcTime: 0,
    ...options,
    queryFn: async ({ signal }) =>
      schema.parse(
        // The client's own retries are turned off, because they would delay the error message.
        await askAsTenant(backend, (client) => ask(client).abortSignal(signal).retry(false)),
      ),
  });
}

interface TenantAction<Input, Answer> {
  ask: (client: Client, input: Input) => Reply<unknown>;
  schema: z.ZodMiniType<Answer>;
  changes: QueryKey;
  onSuccess?: (answer: Answer) => void;
}

export function useTenantAction<Input = void, Answer = unknown>({
  ask,
  schema,
  changes,
  onSuccess,
}: TenantAction<Input, Answer>) {
  const backend = useBackend();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (input: Input) =>
      schema.parse(await askAsTenant(backend, (client) => ask(client, input))),
    onSuccess(answer) {
      onSuccess?.(answer);
      return queries.invalidateQueries({ queryKey: changes });
    },
  });
}
