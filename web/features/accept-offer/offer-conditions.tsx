import { useMutation } from "@tanstack/react-query";
import { fileLinkSchema } from "../../../supabase/functions/_shared/contracts/documents.ts";
import {
  formatCurrency,
  formatShortDate,
  formatMonths,
} from "../../../supabase/functions/_shared/contracts/fields/formats.ts";
import { termsVersionPath } from "../../../supabase/functions/_shared/contracts/legal-text.ts";
import type { TrackedOffer } from "../../../supabase/functions/_shared/contracts/tracking.ts";
import { fillVariables } from "../../../supabase/functions/_shared/contracts/fields/variables.ts";
import { useBackend } from "../../backend/backend-context.tsx";
import { callFunction } from "../../backend/call-function.ts";
import type { CoverageQueryResult, TrackingQueryResult } from "../../content/sanity.types.ts";
import { SpinnerRing } from "../../ui/feedback/states.tsx";
import { FormAlert } from "../../ui/form/form.tsx";
import { SiteLink } from "../../ui/layout/links.tsx";
import { DataList, Datum } from "../../ui/section/facts.tsx";

interface OfferConditionsProps {
  secret: string;
  offer: TrackedOffer;
  texts: OfferTexts;
  coverage: OfferCoverage;
}

/**
 * Everything that is agreed to. What is not covered comes first and in bold: who reads no further
 * has read that (Decreto 7.962 art. 4, CDC art. 54); the cost of the whole term is one number.
 */
export function OfferConditions({ secret, offer, texts, coverage }: OfferConditionsProps) {
  const { exclusions, inclusions } = coverage;
  const { termsVersion } = offer;
  const perMonth = offer.fee / offer.months;
  return (
    <>
      <div className="limiting-clause mt-0 grid gap-3">
        <p>{texts.exclusionsIntro}</p>
        <h3 className="text-base font-bold">{exclusions.title}</h3>
        <Items items={exclusions.items} className="font-bold" />
        <p>{exclusions.note}</p>
      </div>
      <div className="grid gap-3">
        <h3 className="text-base">{inclusions.title}</h3>
        <Items items={inclusions.items} />
      </div>
      <dl className="grid gap-4 sm:grid-cols-2">
        <Amount
          label={texts.limitLabel}
          amount={formatCurrency(offer.coverLimit)}
          note={texts.limitNote}
        />
        <Amount
          label={texts.feeLabel}
          amount={formatCurrency(offer.fee)}
          note={fillVariables(texts.feeNote, { months: formatMonths(offer.months) })}
          comparison={fillVariables(texts.feeMonthNote, {
            perMonth: formatCurrency(perMonth),
            percent: percent.format(perMonth / offer.rentalValue),
          })}
        />
      </dl>
      {/* Who and where, when, how much: in the order in which one checks them. */}
      <DataList className="grid-cols-2 sm:grid-cols-3">
        <Datum label={texts.tenantLabel}>{offer.tenantName}</Datum>
        <Datum label={texts.cpfLabel}>
          <Whole>{offer.tenantCpf}</Whole>
        </Datum>
        <Datum label={texts.landlordLabel}>{offer.landlordName}</Datum>
        <Datum label={texts.addressLabel} className="col-span-full">
          {offer.propertyAddress}
        </Datum>
        <Datum label={texts.propertyLabel}>{offer.propertyType}</Datum>
        <Datum label={texts.rentLabel}>{formatCurrency(offer.rentalValue)}</Datum>
        <Datum label={texts.referenceLabel}>{formatCurrency(offer.referenceValue)}</Datum>
        <Datum label={texts.monthsLabel}>{formatMonths(offer.months)}</Datum>
        <Datum label={texts.startLabel}>
          <Whole>{formatShortDate(offer.startDate)}</Whole>
        </Datum>
        <Datum label={texts.endLabel}>
          <Whole>{formatShortDate(offer.endDate)}</Whole>
        </Datum>
        <Datum label={texts.paymentLabel}>{offer.paymentMethod}</Datum>
        <Datum label={texts.feeDueLabel}>
          <Whole>{formatShortDate(offer.feeDueOn)}</Whole>
        </Datum>
      </DataList>
      <div className="grid gap-2">
        <h3 className="text-base">{texts.withdrawalTitle}</h3>
        <p>{texts.withdrawalText}</p>
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <ConditionsDownload secret={secret} offerId={offer.id} texts={texts} />
        <SiteLink
          href={termsVersionPath(termsVersion)}
          className="font-semibold text-petrol-700 underline"
        >
          {fillVariables(texts.termsLabel, { termsVersion })}
        </SiteLink>
      </div>
    </>
  );
}

interface ItemsProps {
  items: OfferCoverage["exclusions"]["items"];
  className?: string;
}

function Items({ items, className = "" }: ItemsProps) {
  return (
    <ul className={`list-disc pl-5 ${className}`}>
      {items.map(({ _key, text }) => (
        <li key={_key}>{text}</li>
      ))}
    </ul>
  );
}

/** A number or a date, which stays in one line where there is room. */
function Whole({ children }: { children: string }) {
  return <span className="inline-block">{children}</span>;
}

const percent = new Intl.NumberFormat("pt-BR", { style: "percent", maximumFractionDigits: 1 });

interface AmountProps {
  label: string;
  amount: string;
  note: string;
  /** What makes of it something to compare with others. */
  comparison?: string;
}

function Amount({ label, amount, note, comparison }: AmountProps) {
  return (
    <div className="rounded-md bg-sand-100 p-5">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="text-card font-bold tabular-nums">{amount}</dd>
      <dd className="mt-1 text-sm">{note}</dd>
      {comparison && <dd className="mt-1 text-sm font-semibold">{comparison}</dd>}
    </div>
  );
}

interface ConditionsDownloadProps {
  secret: string;
  offerId: string;
  texts: OfferTexts;
}

/** Saves the PDF of the conditions; its address is made at the click because it lives shortly. */
function ConditionsDownload({ secret, offerId, texts }: ConditionsDownloadProps) {
  const backend = useBackend();
  const opening = useMutation({
    mutationFn: () =>
      callFunction(backend, {
        name: "open-conditions",
        body: { secret, offerId },
        data: fileLinkSchema,
      }),
    // An attachment: the page stays.
    onSuccess: ({ url }) => location.assign(url),
  });
  return (
    <>
      <button
        type="button"
        className="btn btn-outline"
        disabled={opening.isPending}
        onClick={() => opening.mutate()}
      >
        {opening.isPending && <SpinnerRing />}
        {opening.isPending ? texts.openingLabel : texts.pdfLabel}
      </button>
      {opening.isError && (
        <FormAlert key={opening.submittedAt}>
          <p>{texts.openFailed}</p>
        </FormAlert>
      )}
    </>
  );
}

/** The words around conditions. */
export type OfferTexts = NonNullable<TrackingQueryResult>["offer"];

/** What is covered and what is not, as pages tell it. */
export type OfferCoverage = Pick<NonNullable<CoverageQueryResult>, "exclusions" | "inclusions">;
