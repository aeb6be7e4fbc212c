import { formatLetterCode, specimenCode } from "#contracts/leases/letters.ts";
import { coverLimit, referenceValue } from "#contracts/fields/coverage.ts";
import { formatDateTime, formatShortDate, todayInBrasilia } from "#contracts/fields/formats.ts";
import {
  beginDocument,
  codeBox,
  facts,
  heading,
  paragraphs,
  writeCoverage,
} from "./document-parts.ts";
import {
  amountRows,
  type DocumentContent,
  type Guarantee,
  nameGuarantee,
  partyRows,
} from "./guarantee.ts";

/** Data of a letter. The file states `issuedAt` (ISO 8601), not the current time, so equal data gives equal bytes. */
export type LetterSource = Guarantee & {
  contractNumber: string;
  code: string;
  issuedAt: string;
  /** Tenant's acceptance of the conditions; absent for a contract without an offer. `acceptedAt` is ISO 8601. */
  acceptance?: { fullName: string; acceptedAt: string } | undefined;
};

/** Creates the PDF of the letter for the landlord. `siteUrl` has no slash at its end. */
export async function makeLetterPdf(
  source: LetterSource,
  content: DocumentContent,
  siteUrl: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const code = formatLetterCode(source.code);
  // The specimen is recognised by its code, so a letter with that code always has the watermark.
  const isSpecimen = source.code === specimenCode;
  const { file, say } = await beginDocument(content, {
    source,
    titleName: "letterTitle",
    number: source.contractNumber,
    subject: isSpecimen ? `${specimenMark} · ${code}` : code,
    createdAt: source.issuedAt,
    ...(isSpecimen && { mark: specimenMark }),
    values: {
      ...nameGuarantee(source, content),
      contractNumber: source.contractNumber,
      verifyAddress: `${siteUrl}/verificar`,
      ...(source.acceptance && {
        acceptedName: source.acceptance.fullName,
        acceptedAt: formatDateTime(source.acceptance.acceptedAt),
      }),
    },
  });
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
  paragraphs(file, say("claimRules"));
  paragraphs(file, say("letterRules"));
  if (source.letterNeedsFee) paragraphs(file, say("letterFeeText"), { isStrong: true });
  if (source.acceptance) {
    heading(file, say("signatureTitle"));
    paragraphs(file, say("signatureText"));
  }
  // The heading stays on one page with the code.
  file.makeRoom(175);
  heading(file, say("verifyTitle"));
  codeBox(file, {
    text: say("verifyText"),
    label: say("codeLabel"),
    code,
    // The code is in the URL fragment, which browsers send to no server.
    address: `${siteUrl}/verificar#${source.code}`,
    imageText: say("codeImageText"),
  });
  return file.finish();
}

const specimenMark = "EXEMPLO";

/** Creates a specimen letter with invented people and days, and a CPF that belongs to nobody. */
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
