import {
  fileLinkSchema,
  uploadHeaders,
  uploadedDocumentSchema,
} from "../../../supabase/functions/_shared/contracts/documents.ts";
import type {
  InspectionFilesMoment,
  InspectionFilesSide,
} from "../../../supabase/functions/_shared/contracts/stored-values.ts";
import type { SendFile } from "../../ui/feedback/upload-queue.tsx";
import { callAsStaff, requireSession } from "../ask-as-staff.ts";
import type { Backend } from "../backend-context.tsx";
import { callFunction, noAnswer } from "../call-function.ts";
import { contractClient } from "../contract-session.ts";
import { describeUpload, uploadFile } from "./upload-file.ts";

/** By which right somebody comes to the files of a contract: a landlord's link, or the session of this tab. */
export type CaseParty = { secret: string } | "tenant" | "staff";

/** A file, the decision of a claim, the receipt of a payment, or that of one side's report. */
type CaseFile =
  | { fileId: string }
  | { claimId: string }
  | { paymentId: string }
  | { contractId: string; moment: InspectionFilesMoment; side: InspectionFilesSide };

/** Where such a file can be had for a minute; each call is noted. @throws CallFailure, DataFailure without a session */
export async function openCaseFile(
  backend: Backend | null,
  party: CaseParty,
  file: CaseFile,
): Promise<string> {
  const name = "paymentId" in file ? "open-receipt" : "open-case-file";
  const call = { name, body: file, data: fileLinkSchema };
  if (party === "staff") return (await callAsStaff(backend, call)).url;
  const right =
    party === "tenant"
      ? { accessToken: await tenantToken(backend) }
      : { body: { ...file, ...party } };
  return (await callFunction(backend, { ...call, ...right })).url;
}

/** The very file that a side sent. @throws CallFailure, DataFailure, or what the network says */
export async function loadCaseFile(
  backend: Backend | null,
  party: CaseParty,
  fileId: string,
): Promise<Blob> {
  const address = await openCaseFile(backend, party, { fileId });
  const response = await fetch(address, { cache: "no-store" });
  if (!response.ok) throw new Error(`storage ${response.status}`);
  return response.blob();
}

interface CasePlace {
  kind: "inspection" | "claim";
  /** Id of the contract or claim. */
  of: string;
  /** What else is said of each file. */
  fields: Readonly<Record<string, string>>;
}

/** Sends a party's files to a case, each under the id that the queue gives it. */
export function sendCaseFile(
  backend: Backend | null,
  party: CaseParty,
  { kind, of, fields }: CasePlace,
): SendFile {
  return async (file, id, way) => {
    try {
      await uploadFile(backend, {
        name: "upload-document",
        headers: {
          [uploadHeaders.documentId]: id,
          [uploadHeaders.kind]: kind,
          [uploadHeaders.of]: of,
          ...(typeof party === "object" && { [uploadHeaders.secret]: party.secret }),
        },
        ...(party === "tenant" && { accessToken: await tenantToken(backend) }),
        file,
        fields,
        data: uploadedDocumentSchema,
        ...way,
      });
      return { isSent: true };
    } catch (error) {
      return { isSent: false, ...describeUpload(error) };
    }
  };
}

async function tenantToken(backend: Backend | null): Promise<string> {
  if (!backend) throw noAnswer();
  const { access_token } = await requireSession(await contractClient(backend));
  return access_token;
}
