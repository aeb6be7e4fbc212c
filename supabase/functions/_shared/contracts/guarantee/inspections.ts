import * as z from "zod/mini";
import { uploadDocumentSchema } from "../documents.ts";
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

/** What each room is called, for everybody. */
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

/** What each report is called, for everybody. */
export const momentTitles = {
  entry: "Vistoria de entrada",
  exit: "Vistoria de saída",
} satisfies Record<InspectionFilesMoment, string>;

/** Who sent a report, for everybody. */
export const sideTitles = {
  tenant: "Locatário",
  landlord: "Locador",
} satisfies Record<InspectionFilesSide, string>;

/** How many files a side may send for each moment, and how many bytes they have together. */
export const inspectionBounds = { files: 60, bytes: 200 * 1024 * 1024 } as const;

/** What upload-document takes of a report, as form data; who sends it and of which contract is in headers. */
export const inspectionUploadSchema = z.extend(uploadDocumentSchema, {
  moment: z.enum(inspectionFilesMoment, "Escolha se é a vistoria de entrada ou de saída"),
  room: z.enum(inspectionFilesRoom, "Escolha o cômodo"),
  note: optionalTextField(500),
});

/** A file of a report, as both sides and staff see it. */
export const inspectionFileSchema = z.object({
  id: z.string(),
  moment: z.enum(inspectionFilesMoment),
  side: z.enum(inspectionFilesSide),
  room: z.enum(inspectionFilesRoom),
  note: z.optional(z.nullable(z.string())),
  type: z.enum(inspectionFilesFileType),
  bytes: z.number(),
  /** Of the file as it was sent. */
  sha256: z.string(),
  /** ISO 8601. */
  receivedAt: z.string(),
});
export type InspectionFile = z.output<typeof inspectionFileSchema>;

/** The last day on which a guarantee can be called on, and from which day it is counted (YYYY-MM-DD). */
export const claimUntilSchema = z.object({
  day: z.string(),
  countedFrom: z.enum(["keys", "end"]),
  since: z.string(),
});
export type ClaimUntil = z.output<typeof claimUntilSchema>;

/** What private.inspections_of gives of a contract: to its tenant, its landlord and staff. */
export const inspectionsFields = {
  inspections: z.array(inspectionFileSchema),
  /** Whether more may come. */
  takesInspections: z.boolean(),
  /** None of a contract that was cancelled. */
  claimUntil: z.optional(z.nullable(claimUntilSchema)),
  /** When the receipt of the keys came, ISO 8601. */
  keysProofAt: z.optional(z.nullable(z.string())),
};

export const inspectionsSchema = z.object(inspectionsFields);
export type Inspections = z.output<typeof inspectionsSchema>;

const linkSecret = () =>
  z.optional(z.string("Link inválido").check(z.maxLength(200, "Link inválido")));

/**
 * What open-case-file takes: a file that both sides of a contract may see, or the receipt of a report,
 * a PDF; with the secret of a landlord's link, or from whoever is signed in.
 */
export const openCaseFileSchema = z.union([
  z.object({ secret: linkSecret(), fileId: z.uuid("Arquivo inválido") }),
  z.object({
    secret: linkSecret(),
    contractId: z.uuid("Contrato inválido"),
    moment: z.enum(inspectionFilesMoment, "Vistoria inválida"),
    side: z.enum(inspectionFilesSide, "Vistoria inválida"),
  }),
  // The latest decision of a claim, a PDF.
  z.object({ secret: linkSecret(), claimId: z.uuid("Pedido inválido") }),
]);
