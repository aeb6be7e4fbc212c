import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, type SubmitEvent, useEffect, useRef } from "react";
import * as z from "zod/mini";
import { fileLinkSchema } from "../../../supabase/functions/_shared/contracts/documents.ts";
import {
  formatCurrency,
  formatShortDate,
  todayInBrasilia,
} from "../../../supabase/functions/_shared/contracts/fields/formats.ts";
import { fillVariables } from "../../../supabase/functions/_shared/contracts/fields/variables.ts";
import {
  type LandlordContract,
  type LandlordArea as Shown,
  landlordAreaSchema,
  landlordLinkFormSchema,
} from "../../../supabase/functions/_shared/contracts/guarantee/landlord.ts";
import {
  formatLetterCode,
  wordsOfLetterEnding,
} from "../../../supabase/functions/_shared/contracts/guarantee/letters.ts";
import { useBackend } from "../../backend/backend-context.tsx";
import { CallFailure, callFunction } from "../../backend/call-function.ts";
import { paths } from "../../config/paths.ts";
import type { LandlordAreaQueryResult } from "../../content/sanity.types.ts";
import { CalendarButton, type CalendarDays } from "../../ui/feedback/calendar-button.tsx";
import {
  Spinner,
  SpinnerRing,
  StatePanel,
  StatusBadge,
  type StatusTone,
} from "../../ui/feedback/states.tsx";
import { defineFields } from "../../ui/form/field-table.ts";
import { Fields } from "../../ui/form/fields.tsx";
import { Form, FormAlert } from "../../ui/form/form.tsx";
import { useValidatedForm } from "../../ui/form/use-validated-form.ts";
import { ButtonLink } from "../../ui/layout/links.tsx";
import { DataList, Datum, Whole } from "../../ui/section/facts.tsx";

/** The words of /locador. */
export type LandlordAreaTexts = NonNullable<LandlordAreaQueryResult>;

const areaKey = (secret: string) => ["landlord-area", secret] as const;

type RenderInspections = (contract: LandlordContract, onChange: () => void) => ReactNode;

interface LandlordAreaProps {
  secret: string;
  texts: LandlordAreaTexts;
  /** What takes the place of the guarantees while it is open; the page puts the two together. */
  renderOpened: (area: {
    contracts: readonly LandlordContract[];
    reload: () => Promise<unknown>;
  }) => ReactNode;
  /** The claims on a guarantee. */
  renderClaims: (contract: LandlordContract) => ReactNode;
  /** The reports of a contract; `onChange` when there are others. */
  renderInspections: RenderInspections;
}

/** The guarantees that a link shows, or the way to a new link where this one opens nothing. */
export function LandlordArea(props: LandlordAreaProps) {
  const { secret, texts, renderOpened, renderClaims, renderInspections } = props;
  const backend = useBackend();
  const area = useQuery({
    queryKey: areaKey(secret),
    queryFn: () =>
      callFunction(backend, { name: "landlord-area", body: { secret }, data: landlordAreaSchema }),
    retry: (failures, error) => failures < 1 && !isRefusal(error),
    // Personal data goes with the page.
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
          <button type="button" className="btn btn-primary" onClick={() => void area.refetch()}>
            {failure.retryLabel}
          </button>
        </StatePanel>
      </div>
    );
  }
  const { contracts, waiting } = area.data;
  const opened = renderOpened({ contracts, reload: () => area.refetch() });
  if (opened) return opened;
  return (
    <div className="grid gap-6">
      {waiting.map((asked) => (
        <IsItYou key={asked.id} asked={asked} secret={secret} texts={texts.waiting} />
      ))}
      {contracts.map((contract) => (
        <Guarantee key={contract.id} contract={contract} secret={secret} texts={texts}>
          {renderClaims(contract)}
          {renderInspections(contract, () => void area.refetch())}
        </Guarantee>
      ))}
      {contracts.length + waiting.length === 0 && (
        <StatePanel icon="document" title={texts.empty.title} text={texts.empty.text} />
      )}
    </div>
  );
}

/** Whether the link opens nothing, however often one asks: it is wrong, void, or cut short. */
function isRefusal(error: unknown): boolean {
  return error instanceof CallFailure && ["not_found", "invalid_fields"].includes(error.code);
}

interface IsItYouProps {
  asked: Shown["waiting"][number];
  secret: string;
  texts: LandlordAreaTexts["waiting"];
}

/** A press of a button: programs that open the links of mails confirm nothing. */
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
      {answering.isError && (
        <FormAlert key={answering.submittedAt}>
          {answering.error.message || texts.failedText}
        </FormAlert>
      )}
      <div className="flex flex-wrap gap-3">
        <button
          type="button"
          className="btn btn-primary"
          disabled={answering.isPending}
          onClick={() => answering.mutate(true)}
        >
          {answering.isPending ? texts.sendingLabel : texts.yesLabel}
        </button>
        <button
          type="button"
          className="btn btn-outline"
          disabled={answering.isPending}
          onClick={() => answering.mutate(false)}
        >
          {texts.noLabel}
        </button>
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
  /** What is done with it. */
  children: ReactNode;
}

/** One contract: what its letter says, what it is worth today, and the letter. */
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
          <LetterDownload secret={secret} contractId={contract.id} texts={letter} />
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
 * The days of a guarantee that a landlord keeps; of one that is over only the last for its documents. The
 * link has a secret, so that the calendar leads to the page alone.
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

interface LetterDownloadProps {
  secret: string;
  contractId: string;
  texts: LandlordAreaTexts["letter"];
}

function LetterDownload({ secret, contractId, texts }: LetterDownloadProps) {
  const backend = useBackend();
  const opening = useMutation({
    mutationFn: () =>
      callFunction(backend, {
        name: "open-landlord-letter",
        body: { secret, contractId },
        data: fileLinkSchema,
      }),
    // An attachment: the page stays.
    onSuccess: ({ url }) => location.assign(url),
  });
  return (
    <>
      <button
        type="button"
        className="btn btn-primary"
        disabled={opening.isPending}
        onClick={() => opening.mutate()}
      >
        {opening.isPending && <SpinnerRing />}
        {opening.isPending ? texts.openingLabel : texts.downloadLabel}
      </button>
      {opening.isError && (
        <FormAlert key={opening.submittedAt}>
          <p>{texts.openFailed}</p>
        </FormAlert>
      )}
    </>
  );
}

const lostLinkRules = defineFields(landlordLinkFormSchema, {
  email: { control: "email", autoComplete: "email" },
});

interface LostLandlordLinkProps {
  texts: LandlordAreaTexts["lost"];
  title: string;
}

/** Asks for a new link. What is answered tells nobody whether the address is a landlord's. */
export function LostLandlordLink({ texts, title }: LostLandlordLinkProps) {
  const backend = useBackend();
  const { form, field } = useValidatedForm(lostLinkRules);
  const sent = useRef<HTMLDivElement>(null);
  const asking = useMutation({
    mutationFn: (body: z.output<typeof landlordLinkFormSchema>) =>
      callFunction(backend, { name: "request-landlord-link", body, data: z.object({}) }),
    onError(error) {
      const message = error instanceof CallFailure && error.fields["email"];
      if (message) form.setError("email", { message });
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
    <Form className="card card-border grid gap-5 noscript:hidden" onSubmit={submit}>
      <h2 className="text-card">{title}</h2>
      <p className="text-soft">{texts.text}</p>
      <Fields table={lostLinkRules} field={field} texts={{ email: { label: texts.emailLabel } }} />
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
