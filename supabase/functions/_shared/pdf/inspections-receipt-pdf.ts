import * as z from "zod/mini";
import { formatShortDateTime } from "#contracts/fields/formats.ts";
import { momentTitles, roomTitles, sideTitles } from "#contracts/inspections/inspections.ts";
import {
  inspectionFilesRoom,
  type InspectionFilesMoment,
  type InspectionFilesSide,
} from "#contracts/stored-values.ts";
import { beginDocument, facts, list, paragraphs } from "./document-parts.ts";
import type { DocumentContent } from "./guarantee.ts";

/** Facts of a report from private.inspection_list. */
export const inspectionListSchema = z.object({
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
});

type Report = z.output<typeof inspectionListSchema> & {
  moment: InspectionFilesMoment;
  side: InspectionFilesSide;
};

/** Draws a report's receipt with each file's time and hash as proof for its sender. */
export async function makeInspectionPdf(
  { moment, side, files, contractNumber, propertyAddress }: Report,
  content: DocumentContent,
): Promise<Uint8Array<ArrayBuffer>> {
  const { file, say } = await beginDocument(content, {
    source: { files, contractNumber, propertyAddress },
    titleName: "inspectionTitle",
    number: contractNumber,
    // Time of the last file, so that the same report gives the same bytes.
    createdAt: files.at(-1)?.receivedAt ?? "",
    values: {
      contractNumber,
      // Lower case, because the text uses this title inside a sentence.
      report: momentTitles[moment].toLowerCase(),
      sender: sideTitles[side].toLowerCase(),
    },
  });
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
