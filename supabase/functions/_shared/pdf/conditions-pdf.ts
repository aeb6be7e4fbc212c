import { termsVersionPath } from "../contracts/legal-text.ts";
import { formatCurrency, formatDateTime, formatShortDate } from "../contracts/fields/formats.ts";
import { facts, heading, paragraphs, title } from "./document-parts.ts";
import {
  amountRows,
  costRows,
  createWords,
  type DocumentContent,
  type Guarantee,
  nameGuarantee,
  partyRows,
} from "./guarantee.ts";
import { beginPdf } from "./pdf-document.ts";
import { footerOf, writeCoverage } from "./write-document.ts";

/** An offer as its PDF shows it; moments as ISO 8601. */
export type ConditionsSource = Guarantee & {
  protocol: string;
  /** The total cost of the term. */
  fee: number;
  feeDueOn: string;
  paymentMethod: string;
  validUntil: string;
  termsVersion: string;
  /** The clauses that are accepted one by one: whoever keeps the file keeps what was ticked. */
  clauses: readonly { title: string; text: string }[];
  /** When the offer was made: the same source makes the same bytes. */
  createdAt: string;
};

/** The conditions that an applicant reads before accepting them; `siteUrl` without a slash at its end. */
export async function makeConditionsPdf(
  source: ConditionsSource,
  content: DocumentContent,
  siteUrl: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const say = createWords(content, {
    ...nameGuarantee(source, content),
    protocol: source.protocol,
    fee: formatCurrency(source.fee),
    feeDueOn: formatShortDate(source.feeDueOn),
    validUntil: formatDateTime(source.validUntil),
    termsVersion: source.termsVersion,
    termsAddress: `${siteUrl}${termsVersionPath(source.termsVersion)}`,
  });
  const file = beginPdf({
    title: `${say("conditionsTitle")} ${source.protocol}`,
    company: content.company.brandName,
    createdAt: source.createdAt,
    footer: footerOf(content, source.protocol),
  });
  title(file, say("conditionsTitle"));
  paragraphs(file, say("conditionsIntro"));
  writeCoverage(file, content.coverage, {
    title: say("coverageTitle"),
    limit: say("conditionsLimit"),
  });
  facts(file, say("valuesTitle"), [
    [say("protocolLabel"), source.protocol],
    ...amountRows(source, content, say),
    ...costRows(source, say),
  ]);
  facts(file, say("partiesTitle"), partyRows(source, content, say));
  heading(file, say("rulesTitle"));
  paragraphs(file, say("conditionsRules"));
  if (source.letterNeedsFee) paragraphs(file, say("letterFeeText"), { isStrong: true });
  heading(file, say("limitingClausesTitle"));
  for (const clause of source.clauses) {
    paragraphs(file, clause.title, { isStrong: true });
    paragraphs(file, clause.text);
  }
  return file.finish();
}
