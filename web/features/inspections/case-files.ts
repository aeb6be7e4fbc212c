import {
  fileLinkSchema,
  uploadHeaders,
  uploadedDocumentSchema,
} from "../../../supabase/functions/_shared/contracts/documents.ts";
import type {
  InspectionFilesMoment,
  InspectionFilesRoom,
  InspectionFilesSide,
} from "../../../supabase/functions/_shared/contracts/stored-values.ts";
import { callAsStaff } from "../../backend/ask-as-staff.ts";
import type { Backend } from "../../backend/backend-context.tsx";
import { callFunction } from "../../backend/call-function.ts";
import { contractClient } from "../../backend/contract-session.ts";
import { describeUpload, uploadFile } from "../../backend/upload-file.ts";
import type { SendFile } from "../../ui/feedback/upload-queue.tsx";

/** By which right somebody looks at a contract's files: a landlord's link, or the session of this tab. */
export type Right = { secret: string } | { session: "tenant" | "staff" };

async function tenantToken(backend: Backend | null): Promise<string | undefined> {
  if (!backend) return undefined;
  const { data } = await (await contractClient(backend)).auth.getSession();
  return data.session?.access_token;
}

async function openLink(backend: Backend | null, right: Right, about: object): Promise<string> {
  const call = { name: "open-case-file", data: fileLinkSchema };
  if ("secret" in right) {
    const body = { ...about, secret: right.secret };
    return (await callFunction(backend, { ...call, body })).url;
  }
  if (right.session === "staff") return (await callAsStaff(backend, { ...call, body: about })).url;
  const accessToken = await tenantToken(backend);
  return (
    await callFunction(backend, { ...call, body: about, ...(accessToken && { accessToken }) })
  ).url;
}

/** A file of a contract that both sides may see; each call is noted. @throws CallFailure, or what the network says */
export async function loadCaseFile(
  backend: Backend | null,
  right: Right,
  fileId: string,
): Promise<Blob> {
  const response = await fetch(await openLink(backend, right, { fileId }), { cache: "no-store" });
  if (!response.ok) throw new Error(`storage ${response.status}`);
  return response.blob();
}

/** Where the receipt of a report can be downloaded for a minute. @throws CallFailure */
export function openReceipt(
  backend: Backend | null,
  right: Right,
  report: { contractId: string; moment: InspectionFilesMoment; side: InspectionFilesSide },
): Promise<string> {
  return openLink(backend, right, report);
}

interface Report {
  contractId: string;
  moment: InspectionFilesMoment;
  room: InspectionFilesRoom;
  note: string;
}

/** Sends files of one report, each under the id that the queue gives it. */
export function sendTo(backend: Backend | null, right: Right, report: Report): SendFile {
  return async (file, id, way) => {
    try {
      const accessToken = "secret" in right ? undefined : await tenantToken(backend);
      await uploadFile(backend, {
        name: "upload-document",
        headers: {
          ...("secret" in right && { [uploadHeaders.secret]: right.secret }),
          [uploadHeaders.documentId]: id,
          [uploadHeaders.kind]: "inspection",
          [uploadHeaders.of]: report.contractId,
        },
        ...(accessToken && { accessToken }),
        fields: {
          moment: report.moment,
          room: report.room,
          ...(report.note.trim() && { note: report.note.trim() }),
        },
        file,
        data: uploadedDocumentSchema,
        ...way,
      });
      return { isSent: true };
    } catch (error) {
      return { isSent: false, ...describeUpload(error) };
    }
  };
}
