import { keepPreviousData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import * as z from "zod/mini";
import type { OffersStatus, SimulationsStatus } from "#contracts/stored-values.ts";
import { formatCurrency, formatShortDate } from "#contracts/fields/formats.ts";
import { askAsStaff } from "../../../backend/staff/ask-as-staff.ts";
import { type Backend, useBackend } from "../../../backend/backend-context.tsx";
import { useStaffCounts } from "../../../backend/staff/staff-queries.ts";
import { describeRemaining } from "../../../formats/dates.ts";
import { Icon } from "../../../ui/brand/icons.tsx";
import { showToast } from "../../../ui/feedback/show-toast.tsx";
import { StatusBadge, type StatusLook } from "../../../ui/feedback/states.tsx";
import { TextField } from "../../../ui/form/controls.tsx";
import { ViewPicker } from "../../../ui/layout/row-list.tsx";
import { Whole } from "../../../ui/section/facts.tsx";

export function QueueRow({ line, now }: { line: QueueLine; now: number }) {
  const { status, fullName, protocol, city, state, rentalValue } = line;
  return (
    <>
      <span className="flex items-start justify-between gap-2">
        <span className="min-w-0 font-semibold wrap-anywhere">{fullName}</span>
        {status === "pending" ? (
          <TimeLeft due={line.answerDueAt} now={now} />
        ) : (
          <SimulationStatus status={status} />
        )}
      </span>
      <span className="text-soft flex flex-wrap justify-between gap-x-3 text-xs">
        <Whole className="tabular-nums">{protocol}</Whole>
        <span className="tabular-nums">{formatCurrency(rentalValue)}</span>
      </span>
      <span className="text-soft text-xs wrap-anywhere">
        {city}/{state}
      </span>
      <Marks line={line} />
    </>
  );
}

function TimeLeft({ due, now }: { due: string; now: number }) {
  const { text, isLate } = describeRemaining(due, now);
  return (
    <span
      className={`flex flex-none items-center gap-1 text-xs font-semibold ${isLate ? "text-danger" : "text-soft"}`}
    >
      <Icon name="clock" className="size-3.5" />
      {text}
    </span>
  );
}

function Marks({ line }: { line: QueueLine }) {
  const { repeatedCpf, isCorrected, documentsAsked, documentsSent, offerStatus } = line;
  const { hasQuestion, holder, lookAgainOn, firstApproval } = line;
  const marks = [
    holder && `Com ${holder}`,
    lookAgainOn && `Ver de novo em ${formatShortDate(lookAgainOn)}`,
    firstApproval && "À espera de outra pessoa",
    repeatedCpf && "CPF repetido",
    isCorrected && "Dados corrigidos",
    documentsAsked > 0 && "Aguarda documentos",
    documentsSent > 0 && "Documentos a ler",
    offerStatus && offerMarks[offerStatus],
    hasQuestion && "Pergunta a responder",
  ].filter((mark) => typeof mark === "string");
  if (marks.length === 0) return null;
  return (
    <span className="mt-1 flex flex-wrap gap-1">
      {marks.map((mark) => (
        <StatusBadge key={mark} tone="neutral">
          {mark}
        </StatusBadge>
      ))}
    </span>
  );
}

const offerMarks: Record<string, string> = {
  open: "Condições enviadas",
  adjust: "Pede ajuste",
  accepted: "Condições aceitas",
  declined: "Condições recusadas",
  expired: "Condições vencidas",
} satisfies Record<Exclude<OffersStatus, "withdrawn"> | "adjust", string>;

const views: readonly { value: QueueView; label: string }[] = [
  { value: "decide", label: "A decidir" },
  { value: "mine", label: "Meus" },
  { value: "documents", label: "Aguardando documentos" },
  { value: "approved", label: "Aprovadas" },
  { value: "rejected", label: "Rejeitadas" },
  { value: "all", label: "Todas" },
];

/** Filters for requests that need an action by somebody. A filter is shown only while some requests match. */
const waitingViews: readonly { value: QueueView; label: string }[] = [
  { value: "second", label: "À espera de outra pessoa" },
  { value: "arrived", label: "Documentos chegaram" },
  { value: "silent", label: "Sem resposta há 3 dias" },
  { value: "corrected", label: "Corrigidas por quem pediu" },
  { value: "unoffered", label: "Sem condições" },
  { value: "answered", label: "Ajuste, pergunta ou recusa" },
  { value: "offers", label: "Condições a vencer ou vencidas" },
];

export const queueViews = [...views, ...waitingViews];

const searchFieldId = "buscar-simulacoes";

interface QueueFiltersProps {
  view: QueueView;
  onView: (view: QueueView) => void;
  /** Number of requests that match each filter; null until the numbers are known. */
  counts: Record<string, number> | null;
  search: string;
  onSearch: (search: string) => void;
}

/** Shows filters and search of the queue. Their values are not in the URL, because searches contain personal data. */
export function QueueFilters({ view, onView, counts, search, onSearch }: QueueFiltersProps) {
  const counted = ({ value, label }: (typeof views)[number]) => {
    const count = counts?.[value];
    return {
      value,
      // The database stops counting the requests of a filter at a thousand, so 1000 means a thousand or more.
      label: count === undefined ? label : `${label} (${count === 1000 ? "999+" : count})`,
    };
  };
  const waiting = waitingViews.filter(({ value }) => value === view || (counts?.[value] ?? 0) > 0);
  return (
    <search className="grid gap-3">
      <TextField
        id={searchFieldId}
        name="search"
        type="search"
        texts={{ label: "Buscar por nome, CPF, e-mail ou protocolo" }}
        autoComplete="off"
        maxLength={100}
        value={search}
        onChange={(event) => onSearch(event.target.value)}
      />
      <ViewPicker legend="Situação" views={views.map(counted)} shown={view} onShow={onView} />
      {waiting.length > 0 && (
        <ViewPicker
          legend="Para não esquecer"
          views={waiting.map(counted)}
          shown={view}
          onShow={onView}
        />
      )}
    </search>
  );
}

const statusLooks: Record<string, StatusLook> = {
  pending: { label: "Pendente", tone: "waiting" },
  approved: { label: "Aprovado", tone: "good" },
  rejected: { label: "Rejeitado", tone: "bad" },
} satisfies Record<SimulationsStatus, StatusLook>;

/** Shows the status in Portuguese. An unknown status is shown unchanged (section 2 of the specification). */
export function SimulationStatus({ status }: { status: string }) {
  const { label, tone } = statusLooks[status] ?? { label: status, tone: "neutral" };
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
}

const PAGE_SIZE = 50;

export type QueueView =
  | "decide"
  | "mine"
  | "second"
  | "documents"
  | "arrived"
  | "silent"
  | "corrected"
  | "unoffered"
  | "answered"
  | "offers"
  | "approved"
  | "rejected"
  | "all";

/** Filters that show the newest requests first. Other filters show the earliest deadline first. */
const newestFirst: readonly QueueView[] = ["approved", "rejected", "all"];

interface QueueFilter {
  view: QueueView;
  /** Text typed in the search field: part of a name, CPF, e-mail address or protocol. A search ignores the filter. */
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
  /** True when the applicant corrected data that staff had seen, and staff have not checked the correction yet. */
  isCorrected: z.boolean(),
  /** Name of the member of staff whose approval waits for a second person; null when none waits. */
  firstApproval: z.nullable(z.string()),
  /** Number of documents that staff asked for and the applicant still has to send, or to send again. */
  documentsAsked: z.number(),
  /** Number of sent documents that staff have not opened. */
  documentsSent: z.number(),
  hasQuestion: z.boolean(),
  /**
   * Status of the offered conditions. `adjust` means that the conditions are open and the applicant asked for a change.
   */
  offerStatus: z.nullable(z.string()),
  /** Name of the member of staff who works on the request. */
  holder: z.nullable(z.string()),
  /** Day on which the holder wants to look again, as YYYY-MM-DD. */
  lookAgainOn: z.nullable(z.string()),
});

const pageSchema = z.object({
  rows: z.array(lineSchema),
  /** Number of matching requests for each filter; null on every page except the first. */
  counts: z.nullable(z.record(z.string(), z.number())),
  undoSeconds: z.number(),
});

export type QueueLine = z.output<typeof lineSchema>;
type QueuePage = z.output<typeof pageSchema>;

/** Sort key and id of a page's last row. The next page begins after this row. */
interface PageEnd {
  at: string;
  id: string;
}

/** Reads the page of the queue after a given row. An offset would make late pages slow. @throws DataFailure */
async function readQueuePage(
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

/** Returns the position of a page's last row; null when there are no more pages. */
function endOfPage({ view, search }: QueueFilter, rows: readonly QueueLine[]) {
  const last = rows.at(-1);
  if (!last || rows.length < PAGE_SIZE) return null;
  const isByPromise = !search && !newestFirst.includes(view);
  return { at: isByPromise ? last.answerDueAt : last.createdAt, id: last.id };
}

/** Interval of checks for changes of the queue. A short interval shows the decisions of colleagues soon. */
const WATCH_MS = 1_500;

export const simulationsKey = ["simulations"] as const;

/** Reads the requests that match a filter or a search, page after page, and keeps the pages up to date. */
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

/** Polls the version number of the queue, and reloads all data about simulations when the number changes. */
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
