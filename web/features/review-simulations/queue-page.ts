import * as z from "zod/mini";
import { askAsStaff } from "../../backend/ask-as-staff.ts";
import type { Backend } from "../../backend/backend-context.tsx";

export const PAGE_SIZE = 50;

export type QueueView = "decide" | "documents" | "approved" | "rejected" | "all";

export interface QueueFilter {
  view: QueueView;
  /** Part of a name, CPF, e-mail or protocol; whoever is found is shown whatever the view. */
  search: string;
}

const lineSchema = z.object({
  id: z.string(),
  fullName: z.string(),
  protocol: z.string(),
  status: z.string(),
  createdAt: z.string(),
  answerDueAt: z.string(),
  city: z.string(),
  state: z.string(),
  rentalValue: z.number(),
  repeatedCpf: z.boolean(),
  /** Documents that the applicant has yet to send, or to send again. */
  documentsAsked: z.number(),
  /** Documents that nobody has read yet. */
  documentsSent: z.number(),
  offerStatus: z.nullable(z.string()),
});

const pageSchema = z.object({
  rows: z.array(lineSchema),
  /** How many there are in each view; with the first page alone. */
  counts: z.nullable(z.record(z.string(), z.number())),
  /** For how long a decision can be taken back. */
  undoSeconds: z.number(),
});

export type QueueLine = z.output<typeof lineSchema>;
type QueuePage = z.output<typeof pageSchema>;

/** The last row of a page, by what its view is sorted by: the next page begins after it. */
export interface PageEnd {
  at: string;
  id: string;
}

/** One page of the queue; pages are found by their end, so far ones cost no more. @throws DataFailure */
export async function readQueuePage(
  backend: Backend | null,
  { view, search }: QueueFilter,
  after: PageEnd | null,
  signal: AbortSignal,
): Promise<QueuePage> {
  return pageSchema.parse(
    await askAsStaff(backend, (client) =>
      client
        .rpc("queue_page", {
          view,
          search: search || null,
          after_at: after?.at ?? null,
          after_id: after?.id ?? null,
          page_size: PAGE_SIZE,
        })
        .abortSignal(signal),
    ),
  );
}

/** Where the page after this one begins; null for the last page. */
export function endOfPage({ view, search }: QueueFilter, rows: readonly QueueLine[]) {
  const last = rows.at(-1);
  if (!last || rows.length < PAGE_SIZE) return null;
  const isByPromise = !search && (view === "decide" || view === "documents");
  return { at: isByPromise ? last.answerDueAt : last.createdAt, id: last.id };
}
