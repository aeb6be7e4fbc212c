import { formatCurrency, formatShortDate, todayInBrasilia } from "#contracts/fields/formats.ts";
import { fillVariables } from "#contracts/fields/variables.ts";
import type { LandlordLease, LeasePeriod } from "#contracts/landlords/landlord.ts";
import { formatLetterCode } from "#contracts/leases/letters.ts";
import { signFile } from "../../../backend/files/case-files.ts";
import { DownloadButton } from "../../../backend/files/download-button.tsx";
import { paths } from "../../../config/paths.ts";
import { CalendarButton, type CalendarDays } from "../../../ui/feedback/calendar-button.tsx";
import { ButtonLink } from "../../../ui/layout/links.tsx";
import { DataList, Datum, Whole } from "../../../ui/section/facts.tsx";
import { LeaseBadge, type LandlordAreaTexts, sayLeaseState } from "./lease-state.tsx";

interface LeasePeriodsProps {
  lease: LandlordLease;
  /** Secret of the landlord's link. */
  secret: string;
  texts: LandlordAreaTexts;
}

/** Shows the guaranteed periods of a lease with their letters, the latest first, and the dates for a calendar. */
export function LeasePeriods({ lease, secret, texts }: LeasePeriodsProps) {
  const { calendar } = texts;
  const titleId = `periods-${lease.id}`;
  return (
    <section className="card card-border grid grid-cols-1 gap-6" aria-labelledby={titleId}>
      <h2 id={titleId} className="text-card">
        {texts.lease.periodsTitle}
      </h2>
      <ul className="grid grid-cols-1 gap-6">
        {lease.periods.map((period) => (
          <li key={period.id} className="grid grid-cols-1 gap-4 border-t border-sand-300 pt-4">
            <Period period={period} lease={lease} secret={secret} texts={texts} />
          </li>
        ))}
      </ul>
      {calendar && lease.state !== "revoked" && (
        <CalendarButton
          label={calendar.label}
          calendarOf={() => calendarOfLease(lease, calendar)}
        />
      )}
    </section>
  );
}

interface PeriodProps extends LeasePeriodsProps {
  period: LeasePeriod;
}

function Period({ period, lease, secret, texts }: PeriodProps) {
  const { labels, letter } = texts;
  const { id, state, startDate, endDate, lastDay, limit, code, issuedAt } = period;
  const isOver = state === "ended" || state === "revoked";
  const title = fillVariables(texts.lease.periodText, {
    start: formatShortDate(startDate),
    // A period that ended early is named by its last day, as on /contrato.
    end: formatShortDate(state === "ended" ? lastDay : endDate),
  });
  const shown = {
    ...period,
    closedOn: lastDay < endDate ? lastDay : undefined,
    ending: id === lease.contractId ? lease.ending : undefined,
  };
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h3 className="text-base tabular-nums">{title}</h3>
        <LeaseBadge of={shown} texts={texts} />
      </div>
      {code !== undefined && <p>{sayLeaseState(shown, texts)?.explanation}</p>}
      <DataList className="grid-cols-1 min-[26rem]:grid-cols-2">
        <Datum label={labels.limit}>{limit === undefined ? null : formatCurrency(limit)}</Datum>
        <Datum label={labels.closed}>
          {isOver && lastDay < endDate ? formatShortDate(lastDay) : null}
        </Datum>
        <Datum label={labels.code}>
          {code === undefined ? null : <Whole>{formatLetterCode(code)}</Whole>}
        </Datum>
        <Datum label={labels.issued}>
          {issuedAt === undefined ? null : formatShortDate(todayInBrasilia(new Date(issuedAt)))}
        </Datum>
      </DataList>
      {code === undefined && !isOver && <p className="text-soft">{letter.makingText}</p>}
      {code !== undefined && (
        <div className="flex flex-wrap gap-3 empty:hidden">
          {state !== "revoked" && (
            <DownloadButton
              sign={(backend) =>
                signFile(
                  backend,
                  { secret },
                  { name: "open-landlord-letter", body: { contractId: id } },
                )
              }
              label={letter.downloadLabel}
              openingLabel={letter.openingLabel}
              failed={letter.openFailed}
              isPrimary={!isOver}
            />
          )}
          <ButtonLink href={`${paths.verify}#${code}`} look="outline">
            {letter.verifyLabel}
          </ButtonLink>
        </div>
      )}
    </>
  );
}

/**
 * Returns the dates of a lease, its first day only while it is or will be in force. Calendar entries link to the page
 * without the secret of the landlord's link, because other people may see a calendar.
 */
function calendarOfLease(
  lease: LandlordLease,
  texts: NonNullable<LandlordAreaTexts["calendar"]>,
): CalendarDays {
  const { id, property, state, startDate, endDate, closedOn, claimUntil } = lease;
  const isRunning = state === "in_force" || state === "upcoming";
  return {
    id,
    name: property,
    fileName: "datas-da-fianca.ics",
    path: paths.landlordArea,
    days: [
      {
        name: "start",
        day: isRunning ? startDate : null,
        summary: texts.start,
        remindBefore: [1],
      },
      {
        name: "end",
        // An ended lease keeps this entry, so that a newer file moves the entry of an older one.
        day: closedOn ?? endDate,
        summary: texts.end,
        remindBefore: isRunning ? [30, 7, 1] : [],
      },
      {
        name: "proof",
        day: claimUntil?.day,
        summary: texts.proof,
        text: texts.proofText,
        remindBefore: [15, 7, 1],
      },
    ],
  };
}
