import * as z from "zod/mini";
import { uploadDocumentSchema } from "../requests/documents.ts";
import { refuseUndrawn } from "../fields/drawn-letters.ts";
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

/** Limits of the files that a side may send for one inspection (entry or exit). `bytes` is the total of all files. */
export const inspectionBounds = { files: 60, bytes: 200 * 1024 * 1024 } as const;

/** Upload of a report's file as form data; sender and contract are in headers. */
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
});
export type InspectionFile = z.output<typeof inspectionFileSchema>;

/** Last day for claims on a guarantee, and the day from which it is counted (YYYY-MM-DD). */
export const claimUntilSchema = z.object({
  day: z.string(),
  countedFrom: z.enum(["keys", "end"]),
  since: z.string(),
});
export type ClaimUntil = z.output<typeof claimUntilSchema>;

/** Result of private.inspections_of, for tenant, landlord and staff. */
export const inspectionsFields = {
  inspections: z.array(inspectionFileSchema),
  /** Whether more files may come. */
  takesInspections: z.boolean(),
  /** No value for a cancelled contract. */
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
    contractId: z.uuid("Contrato inválido"),
    moment: z.enum(inspectionFilesMoment, "Vistoria inválida"),
    side: z.enum(inspectionFilesSide, "Vistoria inválida"),
  }),
  // Latest decision of a claim, a PDF.
  z.object({ secret: linkSecret(), claimId: z.uuid("Pedido inválido") }),
]);
