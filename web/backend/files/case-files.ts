import {
  fileLinkSchema,
  uploadHeaders,
  uploadedDocumentSchema,
} from "#contracts/requests/documents.ts";
import type { InspectionFilesMoment, InspectionFilesSide } from "#contracts/stored-values.ts";
import type { SendFile } from "../../ui/feedback/upload-queue.tsx";
import { callAsStaff } from "../staff/ask-as-staff.ts";
import { type Party, callAsParty, tenantToken } from "../ask-as-tenant.ts";
import type { Backend } from "../backend-context.tsx";
import { describeUpload, uploadFile } from "./upload-file.ts";
import { useMutation } from "@tanstack/react-query";

/** Person who opens files of a contract: a tenant, the holder of a mailed link, or staff. */
export type CaseParty = Party | "staff";

type CaseFile =
  | { fileId: string }
  | { claimId: string }
  | { movementId: string }
  | { leaseId: string; moment: InspectionFilesMoment; side: InspectionFilesSide };

/** Returns the URL of a file, which is valid for a minute. The backend logs each call. @throws CallFailure */
export async function openCaseFile(
  backend: Backend | null,
  party: CaseParty,
  file: CaseFile,
): Promise<string> {
  const name = "movementId" in file ? "open-receipt" : "open-case-file";
  return signFile(backend, party, { name, body: file });
}

/** Calls an edge function that returns the URL of a file, valid for a minute. @throws CallFailure */
export async function signFile(
  backend: Backend | null,
  party: CaseParty,
  call: { name: string; body: object },
): Promise<string> {
  const signed = { ...call, data: fileLinkSchema };
  if (party === "staff") return (await callAsStaff(backend, signed)).url;
  return (await callAsParty(backend, party, signed)).url;
}

/** Downloads an uploaded file without changes. @throws CallFailure, DataFailure or a network error */
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
  kind: "asked" | "inspection" | "claim";
  /** Id of the requested document, of the lease that an inspection belongs to, or of the claim. */
  of: string;
  fields: Readonly<Record<string, string>>;
}

/** Returns the function with which the upload queue sends a file. The queue chooses the file's id. */
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
        ...(party === "tenant" && (await tenantToken(backend))),
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

interface TabOptions<What> {
  /** Function that returns the file's URL, valid for a minute. */
  sign: (what: What) => Promise<string>;
  onOpened?: () => unknown;
  /** Reports a failure. Callers that omit this function show the returned `error` instead. */
  onFailed?: (error: Error) => void;
}

/** Opens files in new tabs. The URL of a file is requested only at the click, because it soon expires. */
export function useOpenInTab<What>({ sign, onOpened, onFailed }: TabOptions<What>) {
  const { mutate, variables, isPending, error, submittedAt } = useMutation({
    mutationFn: ({ what }: { what: What; tab: Window | null }) => sign(what),
    // These callbacks are options of `useMutation`, so they run even when the person has left the page.
    onSuccess(address, { tab }) {
      (tab ?? window).location.assign(address);
      return onOpened?.();
    },
    onError(failure, { tab }) {
      tab?.close();
      onFailed?.(failure);
    },
  });
  return {
    /** File whose URL is being requested. */
    opening: isPending ? variables.what : undefined,
    isPending,
    error,
    submittedAt,
    open(what: What) {
      // Browsers allow a new tab only during a click, so an empty tab is opened before the file's URL is known.
      const tab = window.open("about:blank", "_blank");
      if (tab) tab.opener = null;
      mutate({ what, tab });
    },
  };
}
