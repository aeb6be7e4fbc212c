import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, type SubmitEvent, useEffect, useRef, useSyncExternalStore } from "react";
import * as z from "zod/mini";
import {
  type TrackedRequest,
  trackedRequestSchema,
  type trackingLinkFormSchema,
} from "../../../supabase/functions/_shared/contracts/tracking.ts";
import { useBackend } from "../../backend/backend-context.tsx";
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
import { useValidatedForm } from "../../ui/form/use-validated-form.ts";
import { RequestProgress, type TrackingTexts } from "./request-progress.tsx";
import { lostLinkRules, secretRules } from "./tracking-rules.ts";

/** A decision shows within a minute; the function allows ten asks a minute from one network. */
const ASK_AGAIN_MS = 60_000;
/** Once accepted, the contract is a matter of seconds. */
const ASK_SOON_MS = 10_000;

interface FollowRequestProps {
  secret: string;
  texts: TrackingTexts;
  renderDocuments?: RequestPart;
  renderOffer?: RequestPart;
  renderContractAccess?: RequestPart;
  renderCorrection?: RequestPart;
}

/** How far the request of a link is, or the way to a new link where this one opens nothing. */
export function FollowRequest({ secret, texts, ...render }: FollowRequestProps) {
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
      <RequestProgress
        request={request.data}
        texts={texts}
        action={render.renderContractAccess?.(shown)}
      >
        {render.renderCorrection?.(shown)}
        {render.renderDocuments?.(shown)}
        {render.renderOffer?.(shown)}
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

interface ShownRequest {
  request: TrackedRequest;
  /** What opens it. */
  secret: string;
  /** Asks anew how far it is, after something was sent. */
  onChange: () => void;
}

/** What of a request another feature shows; the page puts the two together. */
type RequestPart = (shown: ShownRequest) => ReactNode;

interface LostLinkFormProps {
  texts: TrackingTexts["lost"];
  title: string;
}

/** Asks for a new link. What is answered tells nobody whether there is such a request. */
export function LostLinkForm({ texts, title }: LostLinkFormProps) {
  const backend = useBackend();
  const { form, field } = useValidatedForm(lostLinkRules);
  const sent = useRef<HTMLDivElement>(null);
  const asking = useMutation({
    mutationFn: (body: z.output<typeof trackingLinkFormSchema>) =>
      callFunction(backend, { name: "request-tracking-link", body, data: z.object({}) }),
    onError: (error) => {
      if (!(error instanceof CallFailure)) return;
      for (const name of lostLinkRules.names) {
        const message = error.fields[name];
        if (message) form.setError(name, { message });
      }
    },
  });
  useEffect(() => {
    if (asking.isSuccess) sent.current?.focus();
  }, [asking.isSuccess]);

  if (asking.isSuccess) {
    return (
      <div ref={sent} tabIndex={-1} className="card card-border grid gap-3">
        <h2 className="text-card">{texts.sentTitle}</h2>
        <p>{texts.sentText}</p>
      </div>
    );
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (asking.isPending) return;
    void form.handleSubmit((values) => asking.mutate(values))(event);
  }

  return (
    <Form className="card card-border grid gap-5" onSubmit={submit}>
      <h2 className="text-card">{title}</h2>
      <p className="text-soft">{texts.text}</p>
      <Fields
        table={lostLinkRules}
        field={field}
        texts={{
          protocol: { label: texts.protocolLabel, help: texts.protocolHelp },
          email: { label: texts.emailLabel },
        }}
      />
      {asking.error && (
        <FormAlert>{asking.error.message || "Tente de novo em instantes."}</FormAlert>
      )}
      <button
        type="submit"
        className="btn btn-primary btn-lg justify-self-start"
        disabled={asking.isPending}
      >
        {asking.isPending ? texts.sendingLabel : texts.submitLabel}
      </button>
    </Form>
  );
}

/**
 * The same where there is no JavaScript: no server sees the fragment of a link, so the link is pasted
 * and posted. Documents and the acceptance need scripts, which is said.
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
          texts={{
            protocol: { label: lost.protocolLabel, help: lost.protocolHelp },
            email: { label: lost.emailLabel },
          }}
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
      <button type="submit" className="btn btn-primary btn-lg justify-self-start">
        {submitLabel}
      </button>
    </Form>
  );
}

/**
 * The secret of a link; undefined before the page is alive, null when there is none. It is in the
 * fragment, which no server sees, and stays there: who reloads or bookmarks the page keeps it.
 */
export function useTrackingSecret(): string | null | undefined {
  return useSyncExternalStore(
    followFragment,
    () => location.hash.slice(1) || null,
    () => undefined,
  );
}

// A second link opened in the same tab changes nothing but the fragment.
function followFragment(tell: () => void): () => void {
  addEventListener("hashchange", tell);
  return () => removeEventListener("hashchange", tell);
}
