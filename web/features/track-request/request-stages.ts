import type { TrackedRequest } from "../../../supabase/functions/_shared/contracts/tracking.ts";

const stageNames = [
  "received",
  "analysis",
  "documents",
  "conditions",
  "acceptance",
  "contract",
] as const;

export type StageName = (typeof stageNames)[number];

export interface Stage {
  name: StageName;
  progress: "done" | "current" | "ahead";
}

type RequestFacts = Pick<TrackedRequest, "status" | "documents" | "offer" | "contract">;

/** Whose turn it is, and what is said about it. */
export type RequestState =
  | "pending"
  | "late"
  | "documentsAsked"
  | "documentsSent"
  | "approved"
  | "offered"
  | "offerExpired"
  | "accepted"
  | "contractReady"
  | "ended"
  | "rejected";

/** The stage that each state is in; null when none is under way any more. */
const stageOf: Readonly<Record<RequestState, StageName | null>> = {
  pending: "analysis",
  late: "analysis",
  documentsAsked: "documents",
  documentsSent: "documents",
  approved: "conditions",
  offered: "acceptance",
  offerExpired: "acceptance",
  accepted: "contract",
  contractReady: null,
  ended: null,
  rejected: null,
};

/** The stages of a request in their order; one that was rejected has none after its analysis. */
export function stagesOf(request: RequestFacts): readonly Stage[] {
  if (request.status === "rejected") {
    return [
      { name: "received", progress: "done" },
      { name: "analysis", progress: "done" },
    ];
  }
  const state = stageOf[stateOf(request)];
  const current = state === null ? stageNames.length : stageNames.indexOf(state);
  const mayNeedDocuments = request.status === "pending" || (request.documents ?? []).length > 0;
  return stageNames
    .filter((name) => name !== "documents" || mayNeedDocuments)
    .map((name) => {
      const place = stageNames.indexOf(name);
      if (place === current) return { name, progress: "current" };
      return { name, progress: place < current ? "done" : "ahead" };
    });
}

/** What is said of a request now; a promise that was not kept is not passed over. */
export function stateOf(
  request: RequestFacts & Partial<Pick<TrackedRequest, "answerDueAt">>,
  now = Date.now(),
): RequestState {
  const { status, contract, offer, answerDueAt } = request;
  if (status === "rejected") return "rejected";
  if (status === "pending")
    return documentState(request) ?? (isPast(answerDueAt, now) ? "late" : "pending");
  if (contract) {
    if (contract.status !== "active") return "ended";
    return contract.isReady ? "contractReady" : "accepted";
  }
  if (!offer) return "approved";
  if (offer.status === "accepted") return "accepted";
  return offer.status === "expired" || isPast(offer.validUntil, now) ? "offerExpired" : "offered";
}

/** Of a request that is being analysed: what is missing outweighs what waits to be read. */
function documentState({ documents = [] }: RequestFacts): RequestState | undefined {
  if (documents.some(({ status }) => status === "asked" || status === "refused")) {
    return "documentsAsked";
  }
  return documents.some(({ status }) => status === "sent") ? "documentsSent" : undefined;
}

function isPast(moment: string | undefined, now: number): boolean {
  return moment !== undefined && Date.parse(moment) < now;
}
