import { formatLetterCode } from "../contracts/letters.ts";
import { formatShortDate, todayInBrasilia } from "../contracts/fields/formats.ts";
import { codeBox, facts, heading, paragraphs, title } from "./document-parts.ts";
import {
  amountRows,
  createWords,
  type DocumentContent,
  type Guarantee,
  nameGuarantee,
  partyRows,
} from "./guarantee.ts";
import { beginPdf } from "./pdf-document.ts";
import { footerOf, writeCoverage } from "./write-document.ts";

/** A letter of guarantee; `issuedAt` as ISO 8601, by which the same source makes the same bytes. */
export type LetterSource = Guarantee & {
  contractNumber: string;
  code: string;
  issuedAt: string;
};

/** The letter that the landlord gets; `siteUrl` without a slash at its end. */
export async function makeLetterPdf(
  source: LetterSource,
  content: DocumentContent,
  siteUrl: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const code = formatLetterCode(source.code);
  const say = createWords(content, {
    ...nameGuarantee(source, content),
    contractNumber: source.contractNumber,
    verifyAddress: `${siteUrl}/verificar`,
  });
  const file = beginPdf({
    title: `${say("letterTitle")} ${source.contractNumber}`,
    company: content.company.brandName,
    createdAt: source.issuedAt,
    footer: footerOf(content, code),
  });
  title(file, say("letterTitle"));
  if (source.version) paragraphs(file, say("versionText"), { isStrong: true });
  paragraphs(file, say("letterIntro"));
  writeCoverage(file, content.coverage, { title: say("coverageTitle"), limit: say("letterLimit") });
  facts(file, say("valuesTitle"), [
    [say("contractLabel"), source.contractNumber],
    [say("issuedLabel"), formatShortDate(todayInBrasilia(new Date(source.issuedAt)))],
    ...amountRows(source, content, say),
  ]);
  facts(file, say("partiesTitle"), partyRows(source, content, say));
  heading(file, say("rulesTitle"));
  paragraphs(file, say("letterRules"));
  heading(file, say("verifyTitle"));
  codeBox(file, {
    text: say("verifyText"),
    label: say("codeLabel"),
    code,
    // The code stands in the fragment, which browsers send to no server.
    address: `${siteUrl}/verificar#${source.code}`,
    imageText: say("codeImageText"),
  });
  return file.finish();
}
