import { termsVersionPath } from "#contracts/legal-text.ts";
import { formatCurrency, formatDateTime } from "#contracts/fields/formats.ts";
import {
  beginDocument,
  facts,
  heading,
  list,
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

/** Data for a contract's PDF. Times are ISO 8601. */
export type ContractSource = Guarantee & {
  contractNumber: string;
  fee: number;
  /** Day on which the fee is due; null for a contract without an offer. */
  feeDueOn: string | null;
  paymentMethod: string;
  /** Creation time stated in the file. With a fixed time, the same data gives the same bytes. */
  createdAt: string;
  /** Evidence of the tenant's acceptance; absent for a contract without an offer. */
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

/** Creates the PDF of a contract with evidence of the tenant's acceptance. `siteUrl` has no slash at its end. */
export async function makeContractPdf(
  source: ContractSource,
  content: DocumentContent,
  siteUrl: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const { acceptance } = source;
  const { file, say } = await beginDocument(content, {
    source,
    titleName: "contractTitle",
    number: source.contractNumber,
    createdAt: source.createdAt,
    values: {
      ...nameGuarantee(source, content),
      contractNumber: source.contractNumber,
      fee: formatCurrency(source.fee),
      termsAddress: siteUrl + (acceptance ? termsVersionPath(acceptance.termsVersion) : "/termos"),
      ...(acceptance && {
        acceptedName: acceptance.fullName,
        acceptedAt: formatDateTime(acceptance.acceptedAt),
        termsVersion: acceptance.termsVersion,
      }),
    },
  });
  if (source.version) paragraphs(file, say("versionText"), { isStrong: true });
  paragraphs(file, say("contractIntro"));
  writeCoverage(file, content.coverage, {
    title: say("coverageTitle"),
    limit: say("contractLimit"),
  });
  facts(file, say("valuesTitle"), [
    ...amountRows(source, content, say),
    ...costRows(source, content, say),
  ]);
  facts(file, say("partiesTitle"), partyRows(source, content, say));
  heading(file, say("rulesTitle"));
  paragraphs(file, say("contractRules"));
  paragraphs(file, say("claimRules"));
  if (source.letterNeedsFee) paragraphs(file, say("letterFeeText"), { isStrong: true });
  if (acceptance) {
    heading(file, say("acceptanceTitle"));
    paragraphs(file, say("acceptanceText"));
    subheading(file, say("clausesTitle"));
    list(file, acceptance.clauses);
    subheading(file, say("hashLabel"));
    paragraphs(file, acceptance.conditionsSha256);
  }
  return file.finish();
}
