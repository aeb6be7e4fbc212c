import { useMutation } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";
import {
  fileLinkSchema,
  uploadHeaders,
  uploadedDocumentSchema,
} from "../../../supabase/functions/_shared/contracts/documents.ts";
import { fillVariables } from "../../../supabase/functions/_shared/contracts/fields/variables.ts";
import { askedDocumentsFileType } from "../../../supabase/functions/_shared/contracts/stored-values.ts";
import {
  formatShortDate,
  todayInBrasilia,
} from "../../../supabase/functions/_shared/contracts/fields/formats.ts";
import {
  type ClaimFile,
  type ClaimFileKind,
  type ClaimItem,
  type ClaimView,
  claimFileKinds,
  claimFileTitles,
} from "../../../supabase/functions/_shared/contracts/guarantee/claims.ts";
import { type Backend, useBackend } from "../../backend/backend-context.tsx";
import { callFunction, noAnswer } from "../../backend/call-function.ts";
import { contractClient } from "../../backend/contract-session.ts";
import { requireSession } from "../../backend/ask-as-staff.ts";
import type { ContractQueryResult } from "../../content/sanity.types.ts";
import { describeUpload, uploadFile } from "../../backend/upload-file.ts";
import { SpinnerRing } from "../../ui/feedback/states.tsx";
import { type SendFile, UploadQueue } from "../../ui/feedback/upload-queue.tsx";
import { FormAlert } from "../../ui/form/form.tsx";
import { Fold, Whole } from "../../ui/section/facts.tsx";

/** What both sides read alike of a claim. */
export type ClaimSheetTexts = NonNullable<NonNullable<ContractQueryResult>["claimSheet"]>;

/** How a side comes to what is its own: by the secret of its link, or as the tenant who is signed in. */
export type ClaimDoor = { secret: string } | "tenant";

interface ClaimFilesProps {
  claim: ClaimView;
  /** Of which item; without it those of none. */
  item?: { id: string; kind: ClaimItem["kind"]; number: number };
  texts: ClaimSheetTexts;
  door: ClaimDoor;
  onChanged: () => void;
}

/** The files of an item, of both sides, and the way to send more. */
export function ClaimFiles(props: ClaimFilesProps) {
  const { claim, item, texts, door } = props;
  const titleId = useId();
  const title = item ? `${texts.filesTitle} ${item.number}` : texts.otherFilesTitle;
  const files = claim.files.filter(({ itemId }) => itemId === item?.id);
  // What belongs to no item need not be there at all.
  if (files.length === 0 && !item && !claim.may.sendFiles) return null;
  return (
    <section aria-labelledby={titleId} className="grid grid-cols-1 gap-3 print:gap-1">
      <h5 id={titleId} className="text-sm font-semibold">
        {title}
      </h5>
      {files.length === 0 && <p className="text-sm text-muted">{texts.noFilesText}</p>}
      {files.length > 0 && (
        <ul className="grid grid-cols-1 gap-3 print:gap-1">
          {files.map((file) => (
            <li
              key={file.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1"
            >
              <FileNote file={file} texts={texts} />
              <OpenFile
                door={door}
                what={{ fileId: file.id }}
                label={texts.openLabel}
                of={`${claimFileTitles[file.kind]}, ${file.sha256.slice(0, 12).toUpperCase()}`}
                failedText={texts.openFailed}
              />
            </li>
          ))}
        </ul>
      )}
      {claim.may.sendFiles && <AddFiles {...props} />}
    </section>
  );
}

/** Of many files that arrive in a row the claim is asked for once. */
const SETTLE_MS = 1_500;

/** What a party sends; that the guarantee was paid, staff prove. */
const sentKinds = claimFileKinds.filter((kind) => kind !== "payment");

/** Sends photos and PDF files, many at once, each as what it shows; folded, for a claim may have many items. */
function AddFiles({ claim, item, texts, door, onChanged }: ClaimFilesProps) {
  const backend = useBackend();
  const kindId = useId();
  const [kind, setKind] = useState<ClaimFileKind>(item?.kind === "fine" ? "contract" : "photo");
  const { queue } = texts;
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(settling.current), []);
  const mark = item ? `${texts.addTitle} (${item.number})` : texts.addTitle;

  const send: SendFile = async (file, id, way) => {
    try {
      await uploadFile(backend, {
        name: "upload-document",
        headers: {
          [uploadHeaders.documentId]: id,
          [uploadHeaders.kind]: "claim",
          [uploadHeaders.of]: claim.id,
          ...(door !== "tenant" && { [uploadHeaders.secret]: door.secret }),
        },
        ...(door === "tenant" && { accessToken: await tenantToken(backend) }),
        file,
        fields: { kind, ...(item && { itemId: item.id }) },
        data: uploadedDocumentSchema,
        ...way,
      });
      return { isSent: true };
    } catch (error) {
      return { isSent: false, ...describeUpload(error) };
    }
  };

  return (
    <Fold title={mark} as="h6" className="print:hidden">
      <div className="mt-2 grid grid-cols-1 gap-3">
        <div className="fieldset sm:max-w-80">
          <label htmlFor={kindId} className="fieldset-legend">
            {texts.fileKindLabel}
            <span className="sr-only"> ({mark})</span>
          </label>
          <select
            id={kindId}
            className="select"
            value={kind}
            onChange={({ currentTarget }) => {
              const chosen = sentKinds.find((one) => one === currentTarget.value);
              if (chosen) setKind(chosen);
            }}
          >
            {sentKinds.map((one) => (
              <option key={one} value={one}>
                {claimFileTitles[one]}
              </option>
            ))}
          </select>
        </div>
        <UploadQueue
          accept={askedDocumentsFileType}
          onSend={send}
          onArrived={() => {
            clearTimeout(settling.current);
            settling.current = setTimeout(onChanged, SETTLE_MS);
          }}
          texts={{
            ...queue,
            chooseLabel: texts.addLabel,
            help: texts.addHelp,
            countText: (sent, total) => fillVariables(queue.countText, { sent, total }),
          }}
        />
      </div>
    </Fold>
  );
}

/** What a file shows, whose it is, and what it is known by. */
function FileNote({ file, texts }: { file: ClaimFile; texts: ClaimSheetTexts }) {
  const whose = { landlord: texts.ofLandlord, tenant: texts.ofTenant, staff: texts.ofStaff };
  return (
    <span className="min-w-0">
      <span className="font-medium">{claimFileTitles[file.kind]}</span>
      <span className="block text-sm text-muted">
        {whose[file.side]} · {formatShortDate(todayInBrasilia(new Date(file.receivedAt)))} ·{" "}
        <Whole className="tabular-nums">
          {fillVariables(texts.codeText, { code: file.sha256.slice(0, 12).toUpperCase() })}
        </Whole>
      </span>
    </span>
  );
}

interface OpenFileProps {
  door: ClaimDoor;
  /** A file, the decision of a claim, or the receipt of its payment. */
  what: { fileId: string } | { claimId: string } | { paymentId: string };
  label: string;
  /** Tells the button from others with its label. */
  of?: string;
  failedText: string;
}

/** Opens a file in a new tab; its address is made at the click because it lives shortly. */
export function OpenFile({ door, what, label, of, failedText }: OpenFileProps) {
  const backend = useBackend();
  const opening = useMutation({
    mutationFn: (_tab: Window | null) => openCaseFile(backend, door, what),
    onSuccess: ({ url }, tab) => (tab ?? window).location.assign(url),
    onError: (_error, tab) => tab?.close(),
  });

  function open(): void {
    // Browsers allow a new tab only during the click itself: it waits, empty, for its address.
    const tab = window.open("about:blank", "_blank");
    if (tab) tab.opener = null;
    opening.mutate(tab);
  }

  return (
    <>
      <button
        type="button"
        className={`btn btn-outline print:hidden ${of ? "btn-sm" : "max-sm:w-full sm:justify-self-start"}`}
        disabled={opening.isPending}
        onClick={open}
      >
        {opening.isPending && <SpinnerRing />}
        {label}
        {of && <span className="sr-only"> {of}</span>}
      </button>
      {opening.isError && (
        <FormAlert key={opening.submittedAt}>
          <p>{opening.error.message || failedText}</p>
        </FormAlert>
      )}
    </>
  );
}

/** @throws CallFailure, DataFailure without a session */
async function openCaseFile(backend: Backend | null, door: ClaimDoor, what: OpenFileProps["what"]) {
  return callFunction(backend, {
    name: "paymentId" in what ? "open-receipt" : "open-case-file",
    body: { ...what, ...(door !== "tenant" && door) },
    data: fileLinkSchema,
    ...(door === "tenant" && { accessToken: await tenantToken(backend) }),
  });
}

/** @throws CallFailure, DataFailure `session-ended` */
async function tenantToken(backend: Backend | null): Promise<string> {
  if (!backend) throw noAnswer();
  const { access_token } = await requireSession(await contractClient(backend));
  return access_token;
}
