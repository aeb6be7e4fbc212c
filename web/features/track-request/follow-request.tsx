import { useQuery } from "@tanstack/react-query";
import { trackedRequestSchema } from "../../../supabase/functions/_shared/contracts/tracking.ts";
import { useBackend } from "../../backend/backend-context.tsx";
import { CallFailure, callFunction } from "../../backend/call-function.ts";
import { Spinner, StatePanel } from "../../ui/feedback/states.tsx";
import { LostLinkForm } from "./lost-link-form.tsx";
import type { RequestPart } from "./request-part.ts";
import { RequestProgress } from "./request-progress.tsx";
import type { TrackingTexts } from "./tracking-texts.ts";

/** A decision shows within a minute; the function allows ten asks a minute from one network. */
const ASK_AGAIN_MS = 60_000;
/** Once accepted, the contract is a matter of seconds. */
const ASK_SOON_MS = 10_000;

interface FollowRequestProps {
  secret: string;
  texts: TrackingTexts;
  renderDocuments?: RequestPart;
  renderOffer?: RequestPart;
}

interface FollowRequestProps {
  secret: string;
  texts: TrackingTexts;
  renderDocuments?: RequestPart;
  renderOffer?: RequestPart;
}

/** How far the request of a link is, or the way to a new link where this one opens nothing. */
export function FollowRequest({ secret, texts, renderDocuments, renderOffer }: FollowRequestProps) {
  const backend = useBackend();
  const request = useQuery({
    queryKey: ["tracked-request", secret],
    queryFn: () =>
      callFunction(backend, {
        name: "track-request",
        body: { secret },
        data: trackedRequestSchema,
      }),
    retry: (failures, error) => failures < 1 && !isRefusal(error),
    refetchInterval: ({ state }) => {
      if (isRefusal(state.error)) return false;
      return state.data?.contract?.isReady === false ? ASK_SOON_MS : ASK_AGAIN_MS;
    },
  });
  // A failed refresh hides nothing, unless the link has ended meanwhile.
  if (isRefusal(request.error)) {
    return <LostLinkForm texts={texts.lost} title={texts.lost.invalidTitle} />;
  }
  if (request.data) {
    const shown = { request: request.data, secret, onChange: () => void request.refetch() };
    return (
      <RequestProgress request={request.data} texts={texts}>
        {renderDocuments?.(shown)}
        {renderOffer?.(shown)}
      </RequestProgress>
    );
  }
  if (request.isPending) return <Spinner label={texts.loadingLabel} />;
  const { failure } = texts;
  return (
    <div role="alert">
      <StatePanel icon="clock" title={failure.title} text={request.error.message || failure.text}>
        <button type="button" className="btn btn-primary" onClick={() => void request.refetch()}>
          {failure.retryLabel}
        </button>
      </StatePanel>
    </div>
  );
}

/** Whether the link opens nothing, however often one asks: it is wrong, void, or cut short. */
function isRefusal(error: unknown): boolean {
  return error instanceof CallFailure && ["not_found", "invalid_fields"].includes(error.code);
}
