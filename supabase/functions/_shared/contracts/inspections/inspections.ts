import * as z from "zod/mini";
import { uploadDocumentSchema } from "../requests/documents.ts";
import { refuseUndrawn } from "../fields/drawn-letters.ts";
import { formatShortDate } from "../fields/formats.ts";
import { optionalTextField } from "../fields/text.ts";
import {
  type InspectionFilesMoment,
  type InspectionFilesRoom,
  type InspectionFilesSide,
  inspectionFilesFileType,
  inspectionFilesMoment,
  inspectionFilesRoom,
  inspectionFilesSide,
} from "../stored-values.ts";

export const roomTitles = {
  living: "Sala",
  bedroom: "Quarto",
  kitchen: "Cozinha",
  bathroom: "Banheiro",
  laundry: "Área de serviço",
  outside: "Área externa",
  whole: "Imóvel inteiro",
  other: "Outro lugar",
} satisfies Record<InspectionFilesRoom, string>;

export const momentTitles = {
  entry: "Vistoria de entrada",
  exit: "Vistoria de saída",
} satisfies Record<InspectionFilesMoment, string>;

export const sideTitles = {
  tenant: "Locatário",
  landlord: "Locador",
} satisfies Record<InspectionFilesSide, string>;

/** Limits of the files that one sender may send for one inspection of a lease (entry or exit). `bytes` is the total of all files. */
export const inspectionBounds = { files: 60, bytes: 200 * 1024 * 1024 } as const;

/** Upload of a report's file as form data; sender and lease are in headers. */
export const inspectionUploadSchema = z.extend(uploadDocumentSchema, {
  moment: z.enum(inspectionFilesMoment, "Escolha se é a vistoria de entrada ou de saída"),
  room: z.enum(inspectionFilesRoom, "Escolha o cômodo"),
  note: optionalTextField(500).check(refuseUndrawn),
});

export const inspectionFileSchema = z.object({
  id: z.string(),
  moment: z.enum(inspectionFilesMoment),
  side: z.enum(inspectionFilesSide),
  room: z.enum(inspectionFilesRoom),
  note: z.optional(z.nullable(z.string())),
  type: z.enum(inspectionFilesFileType),
  bytes: z.number(),
  /** Hash of the file as it was sent. */
  sha256: z.string(),
  /** ISO 8601. */
  receivedAt: z.string(),
  /** Reason why staff set the file aside. Such a file is no evidence. */
  asideReason: z.optional(z.string()),
});
export type InspectionFile = z.output<typeof inspectionFileSchema>;

/**
 * Last day for claims of a lease, and the day from which it is counted (YYYY-MM-DD): return of the keys, end of the last
 * contract, or the day on which the landlord was told.
 */
export const claimUntilSchema = z.object({
  day: z.string(),
  countedFrom: z.enum(["keys", "end", "told"]),
  since: z.string(),
  /** Day on which the landlord was told of an early end. */
  toldOn: z.optional(z.nullable(z.string())),
});
export type ClaimUntil = z.output<typeof claimUntilSchema>;

/** Returns the days to claim and the day from which they are counted, as part of a sentence. */
export function countClaimDays(
  { countedFrom, since, toldOn }: ClaimUntil,
  { proofDays, claimNoticeDays }: { proofDays: number; claimNoticeDays: number },
): string {
  if (countedFrom === "told") {
    return `${claimNoticeDays} dias contados do aviso ao locador, em ${formatShortDate(toldOn ?? since)}`;
  }
  const from = countedFrom === "keys" ? "da devolução das chaves" : "do fim da última vigência";
  return `${proofDays} dias contados ${from}, em ${formatShortDate(since)}`;
}

/** Result of private.inspections_of, for tenant, landlord and staff. */
export const inspectionsFields = {
  inspections: z.array(inspectionFileSchema),
  /** Whether more files may come. */
  takesInspections: z.boolean(),
  /** No value for a lease whose contracts were all cancelled. */
  claimUntil: z.optional(z.nullable(claimUntilSchema)),
  /** Time at which the receipt of the keys came, ISO 8601. */
  keysProofAt: z.optional(z.nullable(z.string())),
};

export const inspectionsSchema = z.object(inspectionsFields);
export type Inspections = z.output<typeof inspectionsSchema>;

const linkSecret = () =>
  z.optional(z.string("Link inválido").check(z.maxLength(200, "Link inválido")));

/** Input of open-case-file: a shared file or a report's receipt, with a landlord's secret or a sign-in. */
export const openCaseFileSchema = z.union([
  z.object({ secret: linkSecret(), fileId: z.uuid("Arquivo inválido") }),
  z.object({
    secret: linkSecret(),
    leaseId: z.uuid("Locação inválida"),
    moment: z.enum(inspectionFilesMoment, "Vistoria inválida"),
    side: z.enum(inspectionFilesSide, "Vistoria inválida"),
  }),
  // Latest decision of a claim, a PDF.
  z.object({ secret: linkSecret(), claimId: z.uuid("Pedido inválido") }),
]);
