import { termsVersionPath } from "../contracts/legal-text.ts";
import { formatCurrency, formatDateTime } from "../contracts/fields/formats.ts";
import { facts, heading, list, paragraphs, title } from "./document-parts.ts";
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

/** A contract as its PDF shows it; moments as ISO 8601. */
export type ContractSource = Guarantee & {
  contractNumber: string;
  fee: number;
  /** Null for a contract from before offers. */
  feeDueOn: string | null;
  paymentMethod: string;
  /** When the contract was made: the same source makes the same bytes. */
  createdAt: string;
  /** Absent for a contract from before offers. */
  acceptance?:
    | {
        fullName: string;
        acceptedAt: string;
        termsVersion: string;
        conditionsSha256: string;
        clauses: readonly string[];
      }
    | undefined;
};

/** The contract with the evidence of its acceptance; `siteUrl` without a slash at its end. */
export async function makeContractPdf(
  source: ContractSource,
  content: DocumentContent,
  siteUrl: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const { acceptance } = source;
  const say = createWords(content, {
    ...nameGuarantee(source, content),
    contractNumber: source.contractNumber,
    fee: formatCurrency(source.fee),
    termsAddress: siteUrl + (acceptance ? termsVersionPath(acceptance.termsVersion) : "/termos"),
    ...(acceptance && {
      acceptedName: acceptance.fullName,
      acceptedAt: formatDateTime(acceptance.acceptedAt),
      termsVersion: acceptance.termsVersion,
    }),
  });
  const file = beginPdf({
    title: `${say("contractTitle")} ${source.contractNumber}`,
    company: content.company.brandName,
    createdAt: source.createdAt,
    footer: footerOf(content, source.contractNumber),
  });
  title(file, say("contractTitle"));
  if (source.version) paragraphs(file, say("versionText"), { isStrong: true });
  paragraphs(file, say("contractIntro"));
  writeCoverage(file, content.coverage, {
    title: say("coverageTitle"),
    limit: say("contractLimit"),
  });
  facts(file, say("valuesTitle"), [...amountRows(source, content, say), ...costRows(source, say)]);
  facts(file, say("partiesTitle"), partyRows(source, content, say));
  heading(file, say("rulesTitle"));
  paragraphs(file, say("contractRules"));
  if (source.letterNeedsFee) paragraphs(file, say("letterFeeText"), { isStrong: true });
  if (acceptance) {
    heading(file, say("acceptanceTitle"));
    paragraphs(file, say("acceptanceText"));
    paragraphs(file, say("clausesTitle"), { isStrong: true });
    list(file, acceptance.clauses);
    paragraphs(file, say("hashLabel"), { isStrong: true });
    paragraphs(file, acceptance.conditionsSha256);
  }
  return file.finish();
}
