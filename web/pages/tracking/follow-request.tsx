import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { type TrackedRequest, trackedRequestSchema } from "#contracts/requests/tracking.ts";
import { useBackend } from "../../backend/backend-context.tsx";
import { Button } from "../../ui/feedback/button.tsx";
import {
  CallFailure,
  callFunction,
  useNativeAnswer,
  nativeField,
} from "../../backend/call-function.ts";
import { paths } from "../../config/paths.ts";
import { ScriptWords } from "../../content/script-notice.tsx";
import { Spinner, StatePanel } from "../../ui/feedback/states.tsx";
import { Fields } from "../../ui/form/fields.tsx";
import { Form, FormAlert, outcomeId } from "../../ui/form/form.tsx";
import { LostLinkForm } from "../../backend/lost-link-form.tsx";
import { RequestProgress, type TrackingTexts } from "./request-progress.tsx";
import {
  AcceptedContract,
  ContractAccess,
} from "../../features/leases/applicant/accepted-contract.tsx";
import { ConfirmCorrection } from "../../features/leases/tenant/confirm-correction.tsx";
import { RegretContract } from "../../features/leases/tenant/regret-contract.tsx";
import { RefundAccountForm } from "../../features/payments/tenant/refund-account.tsx";
import { AcceptOffer } from "../../features/offers/applicant/accept-offer.tsx";
import type { OfferCoverage } from "../../features/offers/applicant/offer-conditions.tsx";
import { CorrectRequest } from "../../features/requests/applicant/correct-request.tsx";
import { SendDocuments } from "../../features/requests/applicant/send-documents.tsx";
import { lostLinkRules, secretRules } from "../../features/requests/applicant/tracking-rules.ts";

/** Polling interval. A decision shows within a minute. The edge function allows ten calls a minute per network. */
const ASK_AGAIN_MS = 60_000;
/** Shorter polling interval after the acceptance, because the contract is ready within seconds. */
const ASK_SOON_MS = 10_000;

interface FollowRequestProps {
  secret: string;
  texts: TrackingContent;
}

/** Texts of the tracking page. `coverage` has the texts about coverage that an offer's conditions show. */
export type TrackingContent = TrackingTexts & { coverage: OfferCoverage };

/** Shows the request that a link leads to. When the link is not valid, shows a form that asks for a new link. */
export function FollowRequest({ secret, texts }: FollowRequestProps) {
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
  // When a later refresh fails, the loaded request stays on the page, unless the link has expired.
  if (isRefusal(request.error)) {
    return <LostTrackingLink texts={texts.lost} title={texts.lost.invalidTitle} />;
  }
  if (request.data) {
    return (
      <OpenedRequest
        request={request.data}
        secret={secret}
        texts={texts}
        onChange={() => void request.refetch()}
      />
    );
  }
  if (request.isPending) return <Spinner label={texts.loadingLabel} />;
  const { failure } = texts;
  return (
    <div role="alert">
      <StatePanel icon="clock" title={failure.title} text={request.error.message || failure.text}>
        <Button className="btn-primary" onClick={() => void request.refetch()}>
          {failure.retryLabel}
        </Button>
      </StatePanel>
    </div>
  );
}

/** Returns true when the link is wrong, expired or truncated. A retry cannot help in these cases. */
function isRefusal(error: unknown): boolean {
  return error instanceof CallFailure && ["not_found", "invalid_fields"].includes(error.code);
}

interface OpenedRequestProps extends FollowRequestProps {
  request: TrackedRequest;
  /** Reloads the request after the applicant has sent something. */
  onChange: () => void;
}

function OpenedRequest({ request, secret, texts, onChange }: OpenedRequestProps) {
  const { contract, documents, offer, status } = request;
  const [isNew, setIsNew] = useState(false);
  return (
    <RequestProgress
      request={request}
      texts={texts}
      action={
        contract && (
          <ContractAccess
            secret={secret}
            contract={contract}
            texts={texts.offer}
            onChange={onChange}
          />
        )
      }
    >
      {contract && texts.correction && (
        <ConfirmCorrection
          secret={secret}
          correction={contract.correction}
          texts={texts.correction}
          onChange={onChange}
        />
      )}
      {documents && (
        <SendDocuments
          secret={secret}
          documents={documents}
          isOpen={status === "pending"}
          texts={texts.documents}
          onChange={onChange}
        />
      )}
      <CorrectRequest
        secret={secret}
        isOpen={request.canCorrect === true}
        texts={texts.correct}
        retryLabel={texts.failure.retryLabel}
        onCorrected={onChange}
      />
      {offer && contract && (
        <AcceptedContract offer={offer} contract={contract} texts={texts.offer} isNew={isNew} />
      )}
      {offer && (
        <AcceptOffer
          secret={secret}
          offer={offer}
          texts={texts.offer}
          coverage={texts.coverage}
          isNew={isNew}
          onAnswered={() => {
            setIsNew(true);
            onChange();
          }}
          onChange={onChange}
        />
      )}
      {offer && contract && (
        <RegretContract
          by={{ secret }}
          until={contract.regretUntil}
          texts={texts.regret}
          onRegret={onChange}
        />
      )}
      {contract?.refundAccount && (
        <div className="card card-border">
          <RefundAccountForm
            by={{ secret }}
            accounts={contract.refundAccount}
            texts={texts}
            onGiven={onChange}
          />
        </div>
      )}
    </RequestProgress>
  );
}

interface LostTrackingLinkProps {
  texts: TrackingTexts["lost"];
  title: string;
}

export function LostTrackingLink({ texts, title }: LostTrackingLinkProps) {
  return (
    <LostLinkForm table={lostLinkRules} title={title} texts={texts} fieldTexts={lostTexts(texts)} />
  );
}

const lostTexts = (texts: TrackingTexts["lost"]) => ({
  protocol: { label: texts.protocolLabel, help: texts.protocolHelp },
  email: { label: texts.emailLabel },
});

/**
 * Opens a request without JavaScript. The applicant pastes the link into a form, because browsers do not send the URL
 * fragment, which contains the secret.
 */
export function NativeFollowRequest({ texts }: { texts: TrackingTexts }) {
  const backend = useBackend();
  const followed = useNativeAnswer(secretRules.functionName);
  const asked = useNativeAnswer(lostLinkRules.functionName);
  if (!backend?.takesNativePosts) return <ScriptWords about="area" />;
  const { lost } = texts;
  const request = trackedRequestSchema.safeParse(followed?.data).data;
  if (request) {
    return (
      <div id={outcomeId} className="scroll-mt-24">
        <RequestProgress request={request} texts={texts}>
          {(request.documents ?? request.offer) && <ScriptWords about="sending" />}
        </RequestProgress>
      </div>
    );
  }
  const { failure } = followed ?? asked ?? {};
  return (
    <div className="grid gap-6" id={outcomeId}>
      {asked && !failure && (
        <div className="card card-border grid gap-3">
          <h2 className="text-card">{lost.sentTitle}</h2>
          <p>{lost.sentText}</p>
        </div>
      )}
      {failure && failure.code !== "invalid_fields" && (
        <FormAlert>{failure.message || texts.failure.text}</FormAlert>
      )}
      <NativeForm title={lost.openTitle} submitLabel={lost.openLabel}>
        <Fields
          table={secretRules}
          field={(name) => nativeField(name, followed)}
          texts={{ secret: { label: lost.secretLabel, help: lost.secretHelp } }}
        />
      </NativeForm>
      <NativeForm title={lost.title} text={lost.text} submitLabel={lost.submitLabel}>
        <Fields
          table={lostLinkRules}
          field={(name) => nativeField(name, asked)}
          texts={lostTexts(lost)}
        />
      </NativeForm>
    </div>
  );
}

interface NativeFormProps {
  title: string;
  text?: string;
  submitLabel: string;
  children: ReactNode;
}

function NativeForm({ title, text, submitLabel, children }: NativeFormProps) {
  return (
    <Form action={`${paths.tracking}#${outcomeId}`} className="card card-border grid gap-5">
      <h2 className="text-card">{title}</h2>
      {text && <p className="text-soft">{text}</p>}
      {children}
      <Button className="btn-primary btn-lg justify-self-start">{submitLabel}</Button>
    </Form>
  );
}
