import { type ReactNode, useEffect, useRef, useState } from "react";
import { formatShortDate, todayInBrasilia } from "#contracts/fields/formats.ts";
import { fillVariables } from "#contracts/fields/variables.ts";
import type { ActingLease, LandlordLease, LeaseLine } from "#contracts/landlords/landlord.ts";
import { Icon } from "../../../ui/brand/icons.tsx";
import { Button } from "../../../ui/feedback/button.tsx";
import { DataList, Datum, Whole } from "../../../ui/section/facts.tsx";
import { ClaimForm } from "../../claims/landlord/claim-form.tsx";
import { LandlordClaim } from "../../claims/landlord/landlord-claim.tsx";
import { LandlordClaims } from "../../claims/landlord/landlord-claims.tsx";
import { InspectionCard } from "../../inspections/inspection-card.tsx";
import { ClaimDay } from "../../inspections/inspection-parts.tsx";
import type { LandlordPlace } from "./landlord-place.ts";
import { LeaseAddresses } from "./lease-addresses.tsx";
import { LeaseHandover } from "./lease-handover.tsx";
import { LeasePeriods } from "./lease-periods.tsx";
import { LeaseRenewal } from "./lease-renewal.tsx";
import { LeaseBadge, type LandlordAreaTexts, sayTask } from "./lease-state.tsx";

interface LeasePageProps {
  lease: LandlordLease;
  /** Line of this lease in the list, which says what waits for the landlord. */
  line: LeaseLine | undefined;
  /** Secret of the landlord's link. */
  secret: string;
  place: LandlordPlace;
  texts: LandlordAreaTexts;
  /** Leads to the list; absent for a landlord with one lease. */
  onBack: (() => void) | undefined;
  /** Reads the lease again. Resolves when it is loaded. */
  reload: () => Promise<unknown>;
}

/** Shows a lease, or one of its claims, to an address of its landlord. */
export function LeasePage(props: LeasePageProps) {
  const { lease, line, secret, place, texts, onBack, reload } = props;
  const { inspections } = texts;
  // The task of the landlord stands before the letters. The order stays, so that nothing moves after the task is done.
  const [isUrgent] = useState(line?.waitsFor !== undefined);
  const opened = lease.standing === "acts" && renderOpenedClaim({ ...props, lease });
  if (opened) return opened;
  const act = { secret, texts: texts.lease, reload };
  const periods = <LeasePeriods lease={lease} secret={secret} texts={texts} />;
  return (
    <>
      <LeaseHead lease={lease} texts={texts} onBack={onBack}>
        {line?.waitsFor && (
          <p className="rounded-md border-2 border-amber-400 bg-amber-100 p-4">
            <strong className="block">{texts.lease.todoTitle}</strong>
            {sayTask(line, texts.list)}
          </p>
        )}
        {lease.standing === "reads" && <OnlyReads lease={lease} texts={texts} />}
      </LeaseHead>
      {!isUrgent && periods}
      <LeaseHandover lease={lease} {...act} retryLabel={texts.failure.retryLabel} />
      {lease.standing === "acts" && (
        <LandlordClaims
          lease={lease}
          texts={texts}
          onOpen={(claim) =>
            place.openClaim(claim === undefined ? { claimOn: lease.id } : { claim })
          }
        />
      )}
      {isUrgent && periods}
      {inspections && lease.standing === "acts" && (
        <div className="card card-border">
          <InspectionCard
            leaseId={lease.id}
            shown={lease}
            party={{ secret }}
            intro={inspections.landlordText}
            texts={inspections}
            onChange={() => void reload()}
          />
        </div>
      )}
      {lease.standing === "acts" && (
        <>
          <LeaseRenewal lease={lease} {...act} />
          <LeaseAddresses lease={lease} {...act} />
        </>
      )}
    </>
  );
}

/** Returns the open claim or the form of a new one; null when none is open. */
function renderOpenedClaim({
  lease,
  secret,
  place,
  texts,
  reload,
}: Omit<LeasePageProps, "lease"> & { lease: ActingLease }): ReactNode {
  const { opened } = place;
  if (opened === null) return null;
  if ("claimOn" in opened) {
    if (opened.claimOn !== lease.id) return null;
    return (
      <ClaimForm
        lease={lease}
        secret={secret}
        texts={texts}
        onBack={place.closeClaim}
        onOpened={({ id }) => void reload().then(() => place.openClaim({ claim: id, isNew: true }))}
      />
    );
  }
  const claim = lease.claims.find(({ id }) => id === opened.claim);
  if (!claim) return null;
  return (
    <LandlordClaim
      key={claim.id}
      claim={claim}
      isNew={opened.isNew ?? false}
      secret={secret}
      texts={texts}
      onBack={place.closeClaim}
      reload={reload}
    />
  );
}

interface LeaseHeadProps extends Pick<LeasePageProps, "lease" | "texts" | "onBack"> {
  children: ReactNode;
}

function LeaseHead({ lease, texts, onBack, children }: LeaseHeadProps) {
  const title = useRef<HTMLHeadingElement>(null);
  const hasList = onBack !== undefined;
  // The page replaced the list and the link that opened it, so its title takes the focus.
  useEffect(() => {
    if (hasList) title.current?.focus({ preventScroll: true });
  }, [hasList]);
  const { labels } = texts;
  const { property, city, landlord, tenant, startDate } = lease;
  return (
    <article className="card card-border grid grid-cols-1 gap-4" aria-labelledby="lease-title">
      {onBack && (
        <p>
          <Button className="btn-link px-0" onClick={onBack}>
            <Icon name="arrow" className="size-5 rotate-180" />
            {texts.lease.backLabel}
          </Button>
        </p>
      )}
      <header className="flex flex-wrap items-start justify-between gap-3">
        <h2
          ref={title}
          id="lease-title"
          tabIndex={-1}
          className="min-w-0 text-card wrap-anywhere outline-none"
        >
          {property}
        </h2>
        <LeaseBadge of={lease} texts={texts} />
      </header>
      {children}
      <DataList className="grid-cols-1 min-[26rem]:grid-cols-2">
        <Datum label={labels.landlord}>{landlord}</Datum>
        <Datum label={labels.tenant}>{tenant}</Datum>
        <Datum label={labels.city}>{city ?? null}</Datum>
        <Datum label={labels.start}>
          {startDate === undefined ? null : <Whole>{formatShortDate(startDate)}</Whole>}
        </Datum>
        <Datum label={lease.closedOn === undefined ? labels.end : labels.planned}>
          <Whole>{formatShortDate(lease.endDate)}</Whole>
        </Datum>
        <Datum label={labels.closed}>
          {lease.closedOn === undefined ? null : <Whole>{formatShortDate(lease.closedOn)}</Whole>}
        </Datum>
      </DataList>
      {texts.inspections && lease.standing === "reads" && lease.claimUntil && (
        <ClaimDay until={lease.claimUntil} texts={texts.inspections} />
      )}
    </article>
  );
}

/** Says why an address that only reads cannot act yet, what happens next, and which claims exist. */
function OnlyReads({
  lease,
  texts,
}: {
  lease: Extract<LandlordLease, { standing: "reads" }>;
  texts: LandlordAreaTexts;
}) {
  return (
    <div className="grid gap-2 rounded-md bg-sand-100 p-4">
      <h3 className="text-base">{texts.lease.readsTitle}</h3>
      <p>{texts.lease.readsText}</p>
      {lease.claims.map(({ protocol, openedAt }) => (
        <p key={protocol} className="font-semibold">
          {fillVariables(texts.claim.knownText, {
            protocol,
            day: formatShortDate(todayInBrasilia(new Date(openedAt))),
          })}
        </p>
      ))}
    </div>
  );
}
