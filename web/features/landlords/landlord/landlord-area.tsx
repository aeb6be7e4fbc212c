import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { Suspense, lazy, useState } from "react";
import { fillVariables } from "#contracts/fields/variables.ts";
import {
  type LandlordArea as Shown,
  landlordAreaSchema,
  landlordLinkFormSchema,
} from "#contracts/landlords/landlord.ts";
import { type Backend, useBackend } from "../../../backend/backend-context.tsx";
import { CallFailure, callFunction } from "../../../backend/call-function.ts";
import { LostLinkForm } from "../../../backend/lost-link-form.tsx";
import { emailLook } from "../../../content/email-field.tsx";
import { ActionAlert, Button } from "../../../ui/feedback/button.tsx";
import { Spinner, StatePanel } from "../../../ui/feedback/states.tsx";
import { defineFields } from "../../../ui/form/field-table.ts";
import type { LandlordLink, LandlordPlace } from "./landlord-place.ts";
import { wholeList } from "./lease-lines.ts";
import { LeaseList } from "./lease-list.tsx";
import type { LandlordAreaTexts } from "./lease-state.tsx";

// An agency that reads its list does not load the code of claims, reports and forms.
const loadLeasePage = () => import("./lease-page.tsx");
const LeasePage = lazy(async () => ({ default: (await loadLeasePage()).LeasePage }));

/** Reads the list and the lease of a link. The only lease of a landlord is read in full at once. */
async function readArea(backend: Backend | null, link: LandlordLink): Promise<Shown> {
  const read = (body: LandlordLink) => {
    // A failure to load the code is shown when the lease is.
    if (body.leaseId !== undefined) loadLeasePage().catch(() => {});
    return callFunction(backend, { name: "landlord-area", body, data: landlordAreaSchema });
  };
  const area = await read(link);
  const [lease, ...others] = area.leases;
  if (link.leaseId !== undefined || !lease || others.length > 0) return area;
  return read({ ...link, leaseId: lease.id });
}

interface LandlordAreaProps {
  link: LandlordLink;
  place: LandlordPlace;
  texts: LandlordAreaTexts;
}

/** Shows the leases that a link opens, or one of them, or a form for a new link when the link is not valid. */
export function LandlordArea({ link, place, texts }: LandlordAreaProps) {
  const backend = useBackend();
  const { secret, leaseId } = link;
  const [search, setSearch] = useState(wholeList);
  const area = useQuery({
    queryKey: ["landlord-area", secret, leaseId ?? null],
    queryFn: () => readArea(backend, link),
    retry: (failures, error) => failures < 1 && !isRefusal(error),
    // The list stays on the screen while a lease or a newer list is read.
    placeholderData: keepPreviousData,
    // Personal data is removed from memory with the page.
    gcTime: 0,
  });
  if (isRefusal(area.error)) {
    return <LostLandlordLink texts={texts.lost} title={texts.lost.invalidTitle} />;
  }
  if (area.isPending) return <Spinner label={texts.loadingLabel} />;
  if (!area.data) {
    const { failure } = texts;
    return (
      <div role="alert">
        <StatePanel icon="clock" title={failure.title} text={area.error.message || failure.text}>
          <Button className="btn-primary" onClick={() => void area.refetch()}>
            {failure.retryLabel}
          </Button>
        </StatePanel>
      </div>
    );
  }
  const { leases, lease, waiting } = area.data;
  const [only, ...others] = leases;
  const isSingle = only !== undefined && others.length === 0;
  const wantedId = leaseId ?? (isSingle ? only.id : undefined);
  const showList = () => place.showList(secret);
  return (
    <div className="grid grid-cols-1 gap-6">
      {place.opened === null &&
        waiting.map((asked) => (
          <IsItYou
            key={asked.id}
            asked={asked}
            secret={secret}
            texts={texts.waiting}
            onAnswered={() => area.refetch()}
          />
        ))}
      {wantedId === undefined && leases.length > 0 && (
        <LeaseList
          lines={leases}
          secret={secret}
          texts={texts}
          search={search}
          onSearch={setSearch}
        />
      )}
      {leases.length + waiting.length === 0 && (
        <StatePanel icon="document" title={texts.empty.title} text={texts.empty.text} />
      )}
      {wantedId !== undefined && lease?.id === wantedId && (
        <Suspense fallback={<Spinner label={texts.loadingLabel} />}>
          <LeasePage
            key={lease.id}
            lease={lease}
            line={leases.find(({ id }) => id === lease.id)}
            secret={secret}
            place={place}
            texts={texts}
            onBack={isSingle ? undefined : showList}
            reload={() => area.refetch()}
          />
        </Suspense>
      )}
      {wantedId !== undefined &&
        lease?.id !== wantedId &&
        (area.isPlaceholderData ? (
          <Spinner label={texts.loadingLabel} />
        ) : (
          <StatePanel
            icon="document"
            title={texts.lease.missingTitle}
            text={texts.lease.missingText}
          >
            <Button className="btn-primary" onClick={showList}>
              {texts.lease.backLabel}
            </Button>
          </StatePanel>
        ))}
    </div>
  );
}

/** Tells whether retrying is useless, because the link is wrong, void or truncated. */
function isRefusal(error: unknown): boolean {
  return error instanceof CallFailure && ["not_found", "invalid_fields"].includes(error.code);
}

interface IsItYouProps {
  asked: Shown["waiting"][number];
  secret: string;
  texts: LandlordAreaTexts["waiting"];
  onAnswered: () => Promise<unknown>;
}

/**
 * Asks whether the person is the landlord. Only a click answers, because mail programs that open links must not confirm
 * an address.
 */
function IsItYou({ asked, secret, texts, onAnswered }: IsItYouProps) {
  const backend = useBackend();
  const answering = useMutation({
    mutationFn: (isMine: boolean) =>
      callFunction(backend, {
        name: "landlord-area",
        body: { secret, answer: { contactId: asked.id, isMine } },
        data: landlordAreaSchema,
      }),
    onSuccess: onAnswered,
  });
  const titleId = `asked-${asked.id}`;
  return (
    <section className="card card-border grid gap-4 border-amber-400" aria-labelledby={titleId}>
      <h2 id={titleId} className="text-card">
        {texts.title}
      </h2>
      <p>
        {fillVariables(asked.isOwn ? texts.ownText : texts.text, {
          landlord: asked.landlord,
          city: asked.city ?? "",
        })}
      </p>
      <ActionAlert action={answering}>{answering.error?.message || texts.failedText}</ActionAlert>
      <div className="flex flex-wrap gap-3">
        <Button
          className="btn-primary"
          disabled={answering.isPending}
          onClick={() => answering.mutate(true)}
        >
          {answering.isPending ? texts.sendingLabel : texts.yesLabel}
        </Button>
        <Button disabled={answering.isPending} onClick={() => answering.mutate(false)}>
          {texts.noLabel}
        </Button>
      </div>
    </section>
  );
}

const lostLinkTable = {
  ...defineFields(landlordLinkFormSchema, { email: { ...emailLook, autoComplete: "email" } }),
  functionName: "request-landlord-link",
};

interface LostLandlordLinkProps {
  texts: LandlordAreaTexts["lost"];
  title: string;
}

export function LostLandlordLink({ texts, title }: LostLandlordLinkProps) {
  return (
    <LostLinkForm
      table={lostLinkTable}
      title={title}
      texts={texts}
      fieldTexts={{ email: { label: texts.emailLabel } }}
    />
  );
}
