import { termsVersionPath } from "#contracts/legal-text.ts";
import { formatCurrency, formatDateTime, formatShortDate } from "#contracts/fields/formats.ts";
import { type Instalments, describeDue } from "#contracts/requests/offer-terms.ts";
import {
  beginDocument,
  facts,
  heading,
  paragraphs,
  subheading,
  writeCoverage,
} from "./document-parts.ts";
import {
  amountRows,
  costRows,
  type DocumentContent,
  type Guarantee,
  nameGuarantee,
  partyRows,
} from "./guarantee.ts";

/** Data for the PDF of an offer. Times are ISO 8601. */
export type ConditionsSource = Guarantee & {
  protocol: string;
  /** Price of the guarantee for the whole term, in reais. */
  fee: number;
  feeDueOn: string;
  paymentMethod: string;
  instalments: Instalments;
  /** Staff's reason for a guarantee that starts on the day of the offer or earlier. */
  pastStartReason?: string | undefined;
  validUntil: string;
  termsVersion: string;
  /** Clauses that the applicant accepts one by one. The PDF contains the clauses to prove what was accepted. */
  clauses: readonly { title: string; text: string }[];
  /** Creation time stated in the file. With a fixed time, the same data gives the same bytes. */
  createdAt: string;
};

/** Creates the PDF of the conditions that an applicant reads before accepting. `siteUrl` has no slash at its end. */
export async function makeConditionsPdf(
  source: ConditionsSource,
  content: DocumentContent,
  siteUrl: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const { file, say } = await beginDocument(content, {
    source,
    titleName: "conditionsTitle",
    number: source.protocol,
    createdAt: source.createdAt,
    values: {
      ...nameGuarantee(source, content),
      protocol: source.protocol,
      fee: formatCurrency(source.fee),
      feeDueOn: formatShortDate(source.feeDueOn),
      feeDue: describeDue(source),
      validUntil: formatDateTime(source.validUntil),
      termsVersion: source.termsVersion,
      termsAddress: `${siteUrl}${termsVersionPath(source.termsVersion)}`,
    },
  });
  paragraphs(file, say("conditionsIntro"));
  writeCoverage(file, content.coverage, {
    title: say("coverageTitle"),
    limit: say("conditionsLimit"),
  });
  facts(file, say("valuesTitle"), [
    [say("protocolLabel"), source.protocol],
    ...amountRows(source, content, say),
    ...(source.pastStartReason ? [[say("pastStartLabel"), source.pastStartReason] as const] : []),
    ...costRows(source, content, say),
  ]);
  facts(file, say("partiesTitle"), partyRows(source, content, say));
  heading(file, say("rulesTitle"));
  paragraphs(file, say("conditionsRules"));
  paragraphs(file, say("claimRules"));
  if (source.letterNeedsFee) paragraphs(file, say("letterFeeText"), { isStrong: true });
  heading(file, say("limitingClausesTitle"));
  for (const clause of source.clauses) {
    subheading(file, clause.title);
    paragraphs(file, clause.text);
  }
  return file.finish();
}
