import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import {
  type MailPreviewRequest,
  mailPreviewSchema,
} from "../../supabase/functions/_shared/contracts/mail-preview.ts";
import { askAsStaff, callAsStaff } from "./ask-as-staff.ts";
import { useBackend } from "./backend-context.tsx";
import { staffCountsKey } from "./backend-query-provider.tsx";

/** The last row of a page by what the rows are sorted by: the next one begins after it. */
interface PageEnd {
  /** A date or a moment, as the database wrote it. */
  moment: string;
  id: string;
}

interface PagesQuery<Row> {
  queryKey: readonly unknown[];
  /** One page; `after` is where the page before it ended, null for the first. */
  read: (after: PageEnd | null, signal: AbortSignal) => Promise<Row[]>;
  endOf: (last: Row) => PageEnd;
  pageSize: number;
}

/** Colleagues work at the same time: a page in view shows what they did. */
const POLL_MS = 30_000;

/** Rows that are found page after page by the end of the one before, kept current. */
export function usePages<Row>({ queryKey, read, endOf, pageSize }: PagesQuery<Row>) {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: firstPage(),
    getNextPageParam: (page) => {
      const last = page.at(-1);
      return last && page.length === pageSize ? endOf(last) : null;
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

const countsSchema = z.object({
  /** Differs when the queue has changed. */
  version: z.string(),
  simulationsPending: z.number(),
  simulationsLate: z.number(),
  /** Requests with documents that nobody has read yet. */
  documentsToRead: z.number(),
  offersOpen: z.number(),
  /** Contracts in force that end within 30 days. */
  contractsExpiring: z.number(),
  /** Accepted, and their first day is still to come. */
  contractsUpcoming: z.number(),
  /** Fees whose day has passed, and refunds that are to be made. */
  paymentsOverdue: z.number(),
  refundsDue: z.number(),
  /** Endings that wait for staff. */
  endingsAsked: z.number(),
  /** Claims that wait for staff, and those among them whose day has passed. */
  claimsToDo: z.number(),
  claimsOverdue: z.number(),
  partnershipsNew: z.number(),
  partnershipsLate: z.number(),
  messagesNew: z.number(),
  mailParked: z.number(),
  /** When the mail that is held up longest should have gone. */
  mailWaitingSince: z.nullable(z.string()),
});

export type StaffCounts = z.output<typeof countsSchema>;

/**
 * How much waits on each staff screen, asked again every `interval` milliseconds while the page is
 * in view. Several askers share one answer; each is asked for as often as the most eager one wants.
 */
export function useStaffCounts(interval: number) {
  const backend = useBackend();
  return useQuery({
    queryKey: staffCountsKey,
    queryFn: async ({ signal }) =>
      countsSchema.parse(
        await askAsStaff(backend, (client) => client.rpc("staff_counts").abortSignal(signal)),
      ),
    refetchInterval: interval,
    refetchOnWindowFocus: "always",
  });
}

/** Asks what a mail would say if it left now. */
export function useMailPreview() {
  const backend = useBackend();
  return useMutation({
    mutationFn: (body: MailPreviewRequest) =>
      callAsStaff(backend, { name: "preview-mail", body, data: mailPreviewSchema }),
  });
}
