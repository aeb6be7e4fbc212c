import { formatCurrency, formatShortDate, formatMonths } from "#contracts/fields/formats.ts";
import { termsVersionPath } from "#contracts/legal-text.ts";
import { type TrackedOffer, besideFormer } from "#contracts/requests/tracking.ts";
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
          <Amount former={renews?.coverLimit}>{offer.coverLimit}</Amount>
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
          <Amount former={renews?.fee}>{offer.fee}</Amount>
        </FactRow>
        <FactRow label={texts.tenantLabel}>{offer.tenantName}</FactRow>
        <FactRow label={texts.cpfLabel}>
          <Whole>{offer.tenantCpf}</Whole>
        </FactRow>
        <FactRow label={texts.landlordLabel}>
          {besideFormer(offer.landlordName, renews?.landlordName, (name) => name)}
        </FactRow>
        <FactRow label={texts.addressLabel}>{offer.propertyAddress}</FactRow>
        <FactRow label={texts.propertyLabel}>{offer.propertyType}</FactRow>
        <FactRow label={texts.rentLabel}>
          {besideFormer(offer.rentalValue, renews?.rentalValue, formatCurrency)}
        </FactRow>
        <FactRow label={texts.referenceLabel}>{formatCurrency(offer.referenceValue)}</FactRow>
        <FactRow label={texts.monthsLabel}>
          {besideFormer(offer.months, renews?.months, formatMonths)}
        </FactRow>
        <FactRow label={texts.startLabel}>
          <Whole>{formatShortDate(offer.startDate)}</Whole>
        </FactRow>
        <FactRow label={texts.endLabel}>
          <Whole>{formatShortDate(offer.endDate)}</Whole>
        </FactRow>
        <FactRow label={texts.paymentLabel}>{offer.paymentMethod}</FactRow>
        <FactRow label={texts.feeDueLabel}>
          <Whole>{formatShortDate(offer.feeDueOn)}</Whole>
        </FactRow>
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

interface AmountProps {
  /** Amount in reais in the contract that this offer renews; undefined or null if the offer renews no contract. */
  former: number | null | undefined;
  children: number;
}

/** Shows an important amount in reais beside the amount in the former contract, if any. */
function Amount({ former, children }: AmountProps) {
  return <strong className="text-lg">{besideFormer(children, former, formatCurrency)}</strong>;
}

export type OfferTexts = NonNullable<TrackingQueryResult>["offer"];

export type OfferCoverage = Pick<NonNullable<CoverageQueryResult>, "exclusions" | "inclusions">;
