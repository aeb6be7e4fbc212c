import * as z from "zod/mini";
import { companyValues } from "../content/company-values.ts";
import { formatShortDateTime } from "../contracts/fields/formats.ts";
import { momentTitles, roomTitles, sideTitles } from "../contracts/guarantee/inspections.ts";
import {
  inspectionFilesRoom,
  type InspectionFilesMoment,
  type InspectionFilesSide,
} from "../contracts/stored-values.ts";
import { facts, list, paragraphs, title } from "./document-parts.ts";
import { createWords, type DocumentContent } from "./guarantee.ts";
import { beginPdf } from "./pdf-document.ts";
import { footerOf } from "./write-document.ts";

/** What came of a report, as private.inspection_list gives it; null for nothing. */
export const inspectionListSchema = z.nullable(
  z.object({
    contractId: z.uuid(),
    contractNumber: z.string(),
    propertyAddress: z.string(),
    files: z
      .array(
        z.object({
          room: z.enum(inspectionFilesRoom),
          note: z.optional(z.string()),
          receivedAt: z.string(),
          sha256: z.string(),
        }),
      )
      .check(z.minLength(1)),
  }),
);

type Report = NonNullable<z.output<typeof inspectionListSchema>> & {
  moment: InspectionFilesMoment;
  side: InspectionFilesSide;
};

/** The receipt of a report: each file with when it came and the hash by which its sender can prove it. */
export async function makeInspectionPdf(
  { moment, side, files, contractNumber, propertyAddress }: Report,
  content: DocumentContent,
): Promise<Uint8Array<ArrayBuffer>> {
  const { company } = content;
  const say = createWords(content, {
    ...companyValues(company),
    contractNumber,
    // In the middle of a sentence.
    report: momentTitles[moment].toLowerCase(),
    sender: sideTitles[side].toLowerCase(),
  });
  const heading = say("inspectionTitle");
  const file = beginPdf({
    title: `${heading} ${contractNumber}`,
    company: company.brandName,
    // Of the last file: the same report makes the same bytes.
    createdAt: files.at(-1)?.receivedAt ?? "",
    footer: footerOf(content, contractNumber),
  });
  title(file, heading);
  paragraphs(file, say("inspectionIntro"));
  facts(file, momentTitles[moment], [
    [say("contractLabel"), contractNumber],
    [say("propertyLabel"), propertyAddress],
    [say("inspectionSenderLabel"), sideTitles[side]],
    [say("inspectionCountLabel"), String(files.length)],
  ]);
  list(
    file,
    files.map(
      ({ room, note, receivedAt, sha256 }) =>
        `${roomTitles[room]}${note ? ` (${note})` : ""}: ${formatShortDateTime(receivedAt)}. SHA-256 ${sha256.match(/.{16}/g)?.join(" ") ?? sha256}`,
    ),
  );
  paragraphs(file, say("inspectionNote"));
  return file.finish();
}
