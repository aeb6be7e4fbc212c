import { formatLetterCode, specimenCode } from "../contracts/guarantee/letters.ts";
import { coverLimit, referenceValue } from "../contracts/fields/coverage.ts";
import { formatDateTime, formatShortDate, todayInBrasilia } from "../contracts/fields/formats.ts";
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
  /** Of the conditions, ISO 8601; absent for a contract from before offers. */
  acceptance?: { fullName: string; acceptedAt: string } | undefined;
};

/** The letter that the landlord gets; `siteUrl` without a slash at its end. */
export async function makeLetterPdf(
  source: LetterSource,
  content: DocumentContent,
  siteUrl: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const code = formatLetterCode(source.code);
  // By its code: none is drawn that does not say so.
  const isSpecimen = source.code === specimenCode;
  const say = createWords(content, {
    ...nameGuarantee(source, content),
    contractNumber: source.contractNumber,
    verifyAddress: `${siteUrl}/verificar`,
    ...(source.acceptance && {
      acceptedName: source.acceptance.fullName,
      acceptedAt: formatDateTime(source.acceptance.acceptedAt),
    }),
  });
  const file = beginPdf({
    title: `${say("letterTitle")} ${source.contractNumber}`,
    company: content.company.brandName,
    createdAt: source.issuedAt,
    footer: footerOf(content, isSpecimen ? `${specimenMark} · ${code}` : code),
    ...(isSpecimen && { mark: specimenMark }),
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
  if (source.letterNeedsFee) paragraphs(file, say("letterFeeText"), { isStrong: true });
  if (source.acceptance) {
    heading(file, say("signatureTitle"));
    paragraphs(file, say("signatureText"));
  }
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

const specimenMark = "EXEMPLO";

/**
 * The letter that shows landlords and agencies what they will get: drawn as the real ones are, with
 * invented people and days. Its CPF can be nobody's.
 */
export function makeSpecimenLetter(
  content: DocumentContent,
  siteUrl: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const rentalValue = 1850;
  const months = 12;
  const reference = referenceValue(rentalValue, months);
  const source: LetterSource = {
    contractNumber: specimenMark,
    code: specimenCode,
    tenantName: "Maria Exemplo da Silva",
    cpf: "00000000000",
    landlordName: "Imobiliária Exemplo",
    propertyType: "Apartamento",
    propertyAddress: "Rua do Exemplo, 100, Maringá, PR",
    rentalValue,
    referenceValue: reference,
    coverLimit: coverLimit(reference, content.rules.coveragePercent),
    startDate: "2026-12-01",
    endDate: "2027-11-30",
    months,
    issuedAt: "2026-11-24T12:00:00Z",
    acceptance: { fullName: "Maria Exemplo da Silva", acceptedAt: "2026-11-24T11:58:00Z" },
  };
  return makeLetterPdf(source, content, siteUrl);
}
