import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { formatCurrency, formatShortDate, todayInBrasilia } from "#contracts/fields/formats.ts";
import { fillVariables } from "#contracts/fields/variables.ts";
import {
  type LandlordContract,
  type LandlordArea as Shown,
  landlordAreaSchema,
  landlordLinkFormSchema,
} from "#contracts/landlords/landlord.ts";
import { formatLetterCode, wordsOfLetterEnding } from "#contracts/leases/letters.ts";
import { useBackend } from "../../../backend/backend-context.tsx";
import { CallFailure, callFunction } from "../../../backend/call-function.ts";
import { signFile } from "../../../backend/files/case-files.ts";
import { DownloadButton } from "../../../backend/files/download-button.tsx";
import { paths } from "../../../config/paths.ts";
import { emailLook } from "../../../content/email-field.tsx";
import type { LandlordAreaQueryResult } from "../../../content/sanity.types.ts";
import { CalendarButton, type CalendarDays } from "../../../ui/feedback/calendar-button.tsx";
import { ActionAlert, Button } from "../../../ui/feedback/button.tsx";
import { Spinner, StatePanel, StatusBadge, type StatusTone } from "../../../ui/feedback/states.tsx";
import { defineFields } from "../../../ui/form/field-table.ts";
import { ButtonLink } from "../../../ui/layout/links.tsx";
import { DataList, Datum, Whole } from "../../../ui/section/facts.tsx";
import {
  LandlordClaims,
  renderOpenedClaim,
  type useOpenedClaim,
} from "../../claims/landlord/landlord-claims.tsx";
import { LostLinkForm } from "../../../backend/lost-link-form.tsx";
import { InspectionCard } from "../../inspections/inspection-card.tsx";

/** Texts of the page /locador. */
export type LandlordAreaTexts = NonNullable<LandlordAreaQueryResult>;

const areaKey = (secret: string) => ["landlord-area", secret] as const;

interface LandlordAreaProps {
  secret: string;
  texts: LandlordAreaTexts;
  /** Open claim, if any. An open claim replaces the list of guarantees. */
  view: ReturnType<typeof useOpenedClaim>;
}

/** Shows the guarantees that a link opens, or a form for a new link when the link is not valid. */
export function LandlordArea({ secret, texts, view }: LandlordAreaProps) {
  const backend = useBackend();
  const area = useQuery({
    queryKey: areaKey(secret),
    queryFn: () =>
      callFunction(backend, { name: "landlord-area", body: { secret }, data: landlordAreaSchema }),
    retry: (failures, error) => failures < 1 && !isRefusal(error),
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
  const { contracts, waiting } = area.data;
  const opened = renderOpenedClaim({
    view,
    contracts,
    secret,
    texts,
    reload: () => area.refetch(),
  });
  if (opened) return opened;
  return (
    <div className="grid gap-6">
      {waiting.map((asked) => (
        <IsItYou key={asked.id} asked={asked} secret={secret} texts={texts.waiting} />
      ))}
      {contracts.map((contract) => (
        <Guarantee key={contract.id} contract={contract} secret={secret} texts={texts}>
          <LandlordClaims contract={contract} texts={texts} onOpen={view.open} />
          {texts.inspections && (
            <div className="border-t border-sand-300 pt-6">
              <InspectionCard
                contractId={contract.id}
                shown={contract}
                party={{ secret }}
                intro={texts.inspections.landlordText}
                texts={texts.inspections}
                onChange={() => void area.refetch()}
              />
            </div>
          )}
        </Guarantee>
      ))}
      {contracts.length + waiting.length === 0 && (
        <StatePanel icon="document" title={texts.empty.title} text={texts.empty.text} />
      )}
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
}

/**
 * Asks whether the person is the landlord. Only a click answers, because mail programs that open links must not confirm
 * an address.
 */
function IsItYou({ asked, secret, texts }: IsItYouProps) {
  const backend = useBackend();
  const queries = useQueryClient();
  const answering = useMutation({
    mutationFn: (isMine: boolean) =>
      callFunction(backend, {
        name: "landlord-area",
        body: { secret, answer: { contactId: asked.id, isMine } },
        data: landlordAreaSchema,
      }),
    onSuccess: (area) => queries.setQueryData(areaKey(secret), area),
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

const looks: Record<
  LandlordContract["state"],
  { text: keyof NonNullable<LandlordAreaTexts["states"]>; tone: StatusTone }
> = {
  in_force: { text: "inForce", tone: "good" },
  upcoming: { text: "upcoming", tone: "waiting" },
  awaiting_payment: { text: "awaitingPayment", tone: "waiting" },
  ended: { text: "ended", tone: "neutral" },
  revoked: { text: "revoked", tone: "bad" },
};

interface GuaranteeProps {
  contract: LandlordContract;
  secret: string;
  texts: LandlordAreaTexts;
  /** Actions on the contract. */
  children: ReactNode;
}

/** Shows one contract with its terms, current state and letter. */
function Guarantee({ contract, secret, texts, children }: GuaranteeProps) {
  const { labels, letter, states, calendar } = texts;
  const { text, tone } = looks[contract.state];
  const words = states?.[contract.ending ? wordsOfLetterEnding[contract.ending] : text];
  const days = {
    start: formatShortDate(contract.startDate),
    end: formatShortDate(contract.endDate),
    closed: formatShortDate(contract.closedOn ?? contract.endDate),
    replaced: "",
  };
  const titleId = `guarantee-${contract.id}`;
  return (
    <article className="card card-border grid gap-6" aria-labelledby={titleId}>
      <header className="flex flex-wrap items-start justify-between gap-3">
        <h2 id={titleId} className="min-w-0 text-card wrap-anywhere">
          {contract.property}
        </h2>
        {words && <StatusBadge tone={tone}>{fillVariables(words.badge, days)}</StatusBadge>}
      </header>
      {words && <p>{fillVariables(words.explanation, days)}</p>}
      <DataList className="grid-cols-1 min-[26rem]:grid-cols-2">
        <Datum label={labels.landlord}>{contract.landlord}</Datum>
        <Datum label={labels.tenant}>{contract.tenant}</Datum>
        <Datum label={labels.limit}>
          {contract.limit === undefined ? null : formatCurrency(contract.limit)}
        </Datum>
        <Datum label={labels.code}>
          {contract.code === undefined ? null : <Whole>{formatLetterCode(contract.code)}</Whole>}
        </Datum>
        <Datum label={labels.start}>{days.start}</Datum>
        <Datum label={labels.end}>{days.end}</Datum>
        <Datum label={labels.closed}>
          {contract.closedOn === undefined ? null : formatShortDate(contract.closedOn)}
        </Datum>
        <Datum label={labels.issued}>
          {contract.issuedAt === undefined
            ? null
            : formatShortDate(todayInBrasilia(new Date(contract.issuedAt)))}
        </Datum>
      </DataList>
      {contract.code === undefined && !["ended", "revoked"].includes(contract.state) && (
        <p className="text-soft">{letter.makingText}</p>
      )}
      <div className="flex flex-wrap gap-3 empty:hidden">
        {contract.code !== undefined && contract.state !== "revoked" && (
          <DownloadButton
            sign={(backend) => signFile(backend, { secret }, letterOf(contract))}
            label={letter.downloadLabel}
            openingLabel={letter.openingLabel}
            failed={letter.openFailed}
            isPrimary
          />
        )}
        {contract.code !== undefined && (
          <ButtonLink href={`${paths.verify}#${contract.code}`} look="outline">
            {letter.verifyLabel}
          </ButtonLink>
        )}
        {calendar && contract.state !== "revoked" && (
          <CalendarButton
            label={calendar.label}
            calendarOf={() => calendarOfGuarantee(contract, calendar)}
          />
        )}
      </div>
      {children}
    </article>
  );
}

/**
 * Returns the dates of a guarantee; after its end, only the last day for documents. Calendar entries link to the page
 * without the secret of the landlord's link, because other people may see a calendar.
 */
function calendarOfGuarantee(
  contract: LandlordContract,
  texts: NonNullable<LandlordAreaTexts["calendar"]>,
): CalendarDays {
  const { id, property, state, startDate, endDate, closedOn, claimUntil } = contract;
  const lastDay = closedOn ?? endDate;
  const isRunning = state === "in_force" || state === "upcoming";
  return {
    id,
    name: property,
    fileName: "datas-da-fianca.ics",
    path: paths.landlordArea,
    days: [
      { name: "start", day: isRunning ? startDate : null, summary: texts.start },
      { name: "end", day: isRunning ? lastDay : null, summary: texts.end },
      { name: "proof", day: claimUntil?.day, summary: texts.proof },
    ],
  };
}

const letterOf = ({ id }: LandlordContract) => ({
  name: "open-landlord-letter",
  body: { contractId: id },
});

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
