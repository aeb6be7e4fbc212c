import { useMutation } from "@tanstack/react-query";
import { fileLinkSchema } from "../../../supabase/functions/_shared/contracts/documents.ts";
import {
  formatCurrency,
  formatShortDate,
  formatMonths,
} from "../../../supabase/functions/_shared/contracts/fields/formats.ts";
import { termsVersionPath } from "../../../supabase/functions/_shared/contracts/legal-text.ts";
import {
  type TrackedOffer,
  besideFormer,
} from "../../../supabase/functions/_shared/contracts/tracking.ts";
import { fillVariables } from "../../../supabase/functions/_shared/contracts/fields/variables.ts";
import { useBackend } from "../../backend/backend-context.tsx";
import { callFunction } from "../../backend/call-function.ts";
import type { CoverageQueryResult, TrackingQueryResult } from "../../content/sanity.types.ts";
import { SpinnerRing } from "../../ui/feedback/states.tsx";
import { FormAlert } from "../../ui/form/form.tsx";
import { SiteLink } from "../../ui/layout/links.tsx";
import { FactRow, FactRows, Fold, Whole } from "../../ui/section/facts.tsx";

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
      {/* What it comes to; then who and where, when, how much: in the order in which one checks them. */}
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

const percent = new Intl.NumberFormat("pt-BR", { style: "percent", maximumFractionDigits: 1 });

interface AmountProps {
  /** Of the contract that is renewed. */
  former: number | null | undefined;
  children: number;
}

/** In reais: what stands out among the facts. */
function Amount({ former, children }: AmountProps) {
  return <strong className="text-lg">{besideFormer(children, former, formatCurrency)}</strong>;
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
