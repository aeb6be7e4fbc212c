import {
  formatCurrency,
  formatMonths,
  formatShortDate,
  todayInBrasilia,
} from "#contracts/fields/formats.ts";
import { termsVersionPath } from "#contracts/legal-text.ts";
import {
  type OfferTerm,
  instalmentValues,
  offerTerms,
  writeTerm,
} from "#contracts/requests/offer-terms.ts";
import type { TrackedOffer } from "#contracts/requests/tracking.ts";
import { fillVariables } from "#contracts/fields/variables.ts";
import { signFile } from "../../../backend/files/case-files.ts";
import { DownloadButton } from "../../../backend/files/download-button.tsx";
import type { CoverageQueryResult, TrackingQueryResult } from "../../../content/sanity.types.ts";
import { SiteLink } from "../../../ui/layout/links.tsx";
import { FactRow, FactRows, Fold, Whole } from "../../../ui/section/facts.tsx";

interface OfferConditionsProps {
  secret: string;
  offer: TrackedOffer;
  texts: OfferTexts;
  coverage: OfferCoverage;
}

/** Shows an offer's terms and total cost. Exclusions come first, in bold (Decreto 7.962 art. 4, CDC art. 54). */
export function OfferConditions({ secret, offer, texts, coverage }: OfferConditionsProps) {
  const { exclusions, inclusions } = coverage;
  const { termsVersion, renews } = offer;
  const perMonth = offer.fee / offer.months;
  const instalments = instalmentValues(offer.instalments);
  const term = (field: OfferTerm) => writeTerm(field, offer[field], offer.changes);
  return (
    <>
      {renews && (
        <p className="rounded-md bg-sand-100 p-4">
          {fillVariables(texts.renewalText, {
            contractNumber: renews.contractNumber,
            end: formatShortDate(renews.endDate),
          })}
        </p>
      )}
      <OfferChanges offer={offer} texts={texts} />
      <div className="limiting-clause mt-0 grid gap-2 max-sm:p-4">
        <p>{texts.exclusionsIntro}</p>
        <h3 className="text-base font-bold">{exclusions.title}</h3>
        <Items items={exclusions.items} className="font-bold" />
        <p>{exclusions.note}</p>
      </div>
      <div className="grid">
        <Fold title={inclusions.title} className="border-b border-sand-200">
          <Items items={inclusions.items} className="pb-3" />
        </Fold>
        <Fold title={texts.withdrawalTitle} className="border-b border-sand-200">
          <p className="pb-3">{texts.withdrawalText}</p>
        </Fold>
      </div>
      {/* The cost comes first. Parties, dates and amounts follow in the order in which people check them. */}
      <FactRows className="sm:grid-cols-2">
        <FactRow label={texts.limitLabel} note={texts.limitNote}>
          <strong className="text-lg">{term("coverLimit")}</strong>
        </FactRow>
        <FactRow
          label={texts.feeLabel}
          note={
            <>
              {fillVariables(texts.feeNote, { months: formatMonths(offer.months) })}{" "}
              <strong className="font-semibold">
                {fillVariables(texts.feeMonthNote, {
                  perMonth: formatCurrency(perMonth),
                  percent: percent.format(perMonth / offer.rentalValue),
                })}
              </strong>
            </>
          }
        >
          <strong className="text-lg">{term("fee")}</strong>
        </FactRow>
        <FactRow label={texts.tenantLabel}>{offer.tenantName}</FactRow>
        <FactRow label={texts.cpfLabel}>
          <Whole>{offer.tenantCpf}</Whole>
        </FactRow>
        <FactRow label={texts.landlordLabel}>{term("landlordName")}</FactRow>
        <FactRow label={texts.addressLabel}>{offer.propertyAddress}</FactRow>
        <FactRow label={texts.propertyLabel}>{term("propertyType")}</FactRow>
        <FactRow label={texts.rentLabel}>{term("rentalValue")}</FactRow>
        <FactRow label={texts.referenceLabel}>{term("referenceValue")}</FactRow>
        <FactRow label={texts.monthsLabel}>{term("months")}</FactRow>
        <FactRow
          label={texts.startLabel}
          note={
            offer.pastStartReason && (
              <>
                {texts.pastStartLabel}:{" "}
                <span className="wrap-anywhere whitespace-pre-line">{offer.pastStartReason}</span>
              </>
            )
          }
        >
          {term("startDate")}
        </FactRow>
        <FactRow label={texts.endLabel}>{term("endDate")}</FactRow>
        <FactRow
          label={texts.paymentLabel}
          note={instalments.length > 0 ? texts.planNote : undefined}
        >
          {term("paymentMethod")}
        </FactRow>
        {instalments.length === 0 && (
          <FactRow label={texts.feeDueLabel}>{term("feeDueOn")}</FactRow>
        )}
        {instalments.map((values) => (
          <FactRow key={values.instalment} label={fillVariables(texts.instalmentLabel, values)}>
            {fillVariables(texts.instalmentText, values)}
          </FactRow>
        ))}
      </FactRows>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <DownloadButton
          sign={(backend) =>
            signFile(backend, { secret }, { name: "open-conditions", body: { offerId: offer.id } })
          }
          label={texts.pdfLabel}
          openingLabel={texts.openingLabel}
          failed={texts.openFailed}
        />
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

const percent = new Intl.NumberFormat("pt-BR", { style: "percent", maximumFractionDigits: 1 });

/** Lists the terms that differ from the conditions that the applicant read before, or from the renewed contract. */
function OfferChanges({ offer, texts }: Pick<OfferConditionsProps, "offer" | "texts">) {
  const { changes, earlierAt } = offer;
  if (changes.length === 0) return null;
  return (
    <div className="grid gap-2 rounded-md border-2 border-petrol-600 p-4">
      <h3 className="text-base font-bold">{texts.changedTitle}</h3>
      {earlierAt && (
        <p>
          {fillVariables(texts.changedText, {
            earlier: formatShortDate(todayInBrasilia(new Date(earlierAt))),
          })}
        </p>
      )}
      <ul className="list-disc pl-5">
        {changes.map(({ field, after }) => (
          <li key={field}>
            {labelOf(field, texts)}: {writeTerm(field, after, changes)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Returns a term's label on this page, or its title in `offerTerms` when the page does not show the term. */
function labelOf(field: OfferTerm, texts: OfferTexts): string {
  const labels: Partial<Record<OfferTerm, string>> = {
    coverLimit: texts.limitLabel,
    fee: texts.feeLabel,
    feeDueOn: texts.feeDueLabel,
    paymentMethod: texts.paymentLabel,
    rentalValue: texts.rentLabel,
    referenceValue: texts.referenceLabel,
    months: texts.monthsLabel,
    startDate: texts.startLabel,
    endDate: texts.endLabel,
    propertyType: texts.propertyLabel,
    landlordName: texts.landlordLabel,
  };
  return labels[field] ?? offerTerms[field].title;
}

export type OfferTexts = NonNullable<TrackingQueryResult>["offer"];

export type OfferCoverage = Pick<NonNullable<CoverageQueryResult>, "exclusions" | "inclusions">;
