import type { PostgrestSingleResponse } from "@supabase/supabase-js";
import {
  type QueryKey,
  type UseMutationResult,
  type UseQueryOptions,
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { createContext, useContext } from "react";
import * as z from "zod/mini";
import { reportFailure } from "../../ui/feedback/report-failure.ts";
import { type ToastTexts, showToast } from "../../ui/feedback/show-toast.tsx";
import { askAsStaff, callAsStaff } from "./ask-as-staff.ts";
import { useBackend } from "../backend-context.tsx";
import type { FunctionCall } from "../call-function.ts";
import type { Client } from "../connect-supabase.ts";

type Reply<Data = unknown> = PromiseLike<PostgrestSingleResponse<Data>>;
/** Call of the data API that has not been sent yet. */
interface Request extends Reply {
  abortSignal: (signal: AbortSignal) => Reply;
}

interface StaffQuery<Data> extends Omit<UseQueryOptions<Data>, "queryFn"> {
  ask: (client: Client) => Request;
  schema: z.ZodMiniType<Data>;
}

export function useStaffQuery<Data>({ ask, schema, ...options }: StaffQuery<Data>) {
  const backend = useBackend();
  return useQuery({
    ...options,
    queryFn: async ({ signal }) =>
      schema.parse(await askAsStaff(backend, (client) => ask(client).abortSignal(signal))),
  });
}

/** Position where the next page begins: the values of the last row in the sorted columns. */
interface PageEnd {
  /** Date or time in the database's own format. */
  moment: string;
  id: string;
}

interface StaffPages<Row> {
  queryKey: QueryKey;
  /** Asks the data API for one page of rows. `after` is null for the first page. */
  ask: (client: Client, after: PageEnd | null, page_size: number) => Request;
  schema: z.ZodMiniType<Row>;
  endOf: (last: Row) => PageEnd;
}

/** Interval (ms) at which a visible page loads its rows again, so that staff see changes by colleagues. */
const POLL_MS = 30_000;
const PAGE_SIZE = 20;

/**
 * Reads rows page by page. Each page begins after the last row of the former page. Reloads all pages at an interval.
 */
export function useStaffPages<Row>({ queryKey, ask, schema, endOf }: StaffPages<Row>) {
  const backend = useBackend();
  const query = useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam, signal }) =>
      z
        .array(schema)
        .parse(
          await askAsStaff(backend, (client) =>
            ask(client, pageParam, PAGE_SIZE).abortSignal(signal),
          ),
        ),
    initialPageParam: firstPage(),
    getNextPageParam: (page) => {
      const last = page.at(-1);
      return last && page.length === PAGE_SIZE ? endOf(last) : null;
    },
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: "always",
    refetchInterval: POLL_MS,
  });
  return { ...query, rows: query.data?.pages.flat() };
}

function firstPage(): PageEnd | null {
  return null;
}

/** Call whose answer is not parsed. The answer's type, such as Json, comes from the schema of the database. */
interface PlainWork<Input, Answer> {
  ask: (client: Client, input: Input) => Reply<Answer>;
  schema?: never;
  call?: never;
}

/** Call whose answer is parsed by a schema. The call goes to the data API (`ask`) or to an edge function (`call`). */
type ParsedWork<Input, Answer> =
  | {
      ask: (client: Client, input: Input) => Reply;
      schema: z.ZodMiniType<Answer>;
      call?: never;
    }
  | { call: (input: Input) => FunctionCall<Answer>; ask?: never; schema?: never };

/** Name of the person whose case is open. A notice about an action in this case names the person. */
export const CasePerson = createContext<string | undefined>(undefined);

interface StaffReport<Input, Answer> {
  /** Notice after a success. A string is the title of a notice with the tone `success`. */
  success?: string | ((answer: Answer, input: Input) => string | ToastTexts);
  /** Title of the notice after a failure; absent for a form that shows the failure itself. */
  failure?: string | ((input: Input) => string);
  /** Text of the notice after a failure for which the backend gave no message. */
  failureText?: string;
  changes?: QueryKey | "everything";
  /** Called after a success, before the changed queries are read again. */
  onSuccess?: (answer: Answer, input: Input) => void;
}

type StaffAction<Input, Answer> = (PlainWork<Input, Answer> | ParsedWork<Input, Answer>) &
  StaffReport<Input, Answer>;

type Mutation<Input, Answer> = UseMutationResult<Answer, Error, Input> & {
  /** True when a notice tells the person that the action failed. */
  isReported: boolean;
};

/**
 * Runs an action, shows a notice about the result and reloads the changed queries. An action whose answer is used needs
 * a schema, because the answer's type in the database is only Json.
 */
export function useStaffAction<Input, Answer>(
  action: ParsedWork<Input, Answer> & StaffReport<Input, Answer>,
): Mutation<Input, Answer>;
export function useStaffAction<Input = void, Answer = unknown>(
  action: PlainWork<Input, Answer> & StaffReport<Input, Answer>,
): Mutation<Input, Answer>;
export function useStaffAction<Input, Answer>(
  action: StaffAction<Input, Answer>,
): Mutation<Input, Answer> {
  const { success, failure, failureText, changes, onSuccess } = action;
  const person = useContext(CasePerson);
  const backend = useBackend();
  const queries = useQueryClient();
  const reload = () =>
    changes && queries.invalidateQueries(changes === "everything" ? {} : { queryKey: changes });
  const mutation = useMutation({
    mutationFn: async (input: Input): Promise<Answer> => {
      if (action.call) return callAsStaff(backend, action.call(input));
      if (action.schema) {
        const { ask, schema } = action;
        return schema.parse(await askAsStaff(backend, (client) => ask(client, input)));
      }
      return askAsStaff(backend, (client) => action.ask(client, input));
    },
    onSuccess(answer, input) {
      const notice = typeof success === "function" ? success(answer, input) : success;
      if (notice !== undefined) {
        showToast(
          withPerson(
            typeof notice === "string" ? { title: notice, tone: "success" } : notice,
            person,
          ),
        );
      }
      onSuccess?.(answer, input);
      return reload();
    },
    onError(error, input) {
      if (failure !== undefined) {
        reportFailure(typeof failure === "function" ? failure(input) : failure, error, failureText);
      }
      // The action may have failed because a colleague acted first, so the data is read again.
      void reload();
    },
  });
  return { ...mutation, isReported: failure !== undefined };
}

function withPerson(notice: ToastTexts, person: string | undefined): ToastTexts {
  const { title, description = "" } = notice;
  if (person === undefined || `${title} ${description}`.includes(person)) return notice;
  return { ...notice, description: description ? `${person}. ${description}` : person };
}
