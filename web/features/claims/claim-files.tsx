import { useId, useState } from "react";
import { fileCode } from "#contracts/requests/documents.ts";
import { fillVariables } from "#contracts/fields/variables.ts";
import { askedFilesFileType } from "#contracts/stored-values.ts";
import { formatShortDate, todayInBrasilia } from "#contracts/fields/formats.ts";
import {
  type ClaimFile,
  type ClaimFileKind,
  type ClaimItem,
  type ClaimView,
  claimFileKinds,
  claimFileTitles,
} from "#contracts/claims/claims.ts";
import { useBackend } from "../../backend/backend-context.tsx";
import {
  type CaseParty,
  openCaseFile,
  sendCaseFile,
  useOpenInTab,
} from "../../backend/files/case-files.ts";
import { CallFailure } from "../../backend/call-function.ts";
import type { ContractQueryResult } from "../../content/sanity.types.ts";
import { Button } from "../../ui/feedback/button.tsx";
import { UploadQueue } from "../../ui/feedback/upload-queue.tsx";
import { FormAlert } from "../../ui/form/form.tsx";
import { Fold, Whole } from "../../ui/section/facts.tsx";

/** Texts that both sides read about a claim. */
export type ClaimSheetTexts = NonNullable<NonNullable<ContractQueryResult>["claimSheet"]>;

interface ClaimFilesProps {
  claim: ClaimView;
  /** Item to which the files belong; absent for files without an item. */
  item?: { id: string; kind: ClaimItem["kind"]; number: number };
  texts: ClaimSheetTexts;
  party: CaseParty;
  onChanged: () => void;
}

/** Shows both sides' files about an item, and lets a party send more. */
export function ClaimFiles(props: ClaimFilesProps) {
  const { claim, item, texts, party } = props;
  const titleId = useId();
  const title = item ? `${texts.filesTitle} ${item.number}` : texts.otherFilesTitle;
  const files = claim.files.filter(({ itemId }) => itemId === item?.id);
  // The part for files without an item is hidden when it is empty and the party may not send files.
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
                party={party}
                what={{ fileId: file.id }}
                label={texts.openLabel}
                of={`${claimFileTitles[file.kind]}, ${fileCode(file.sha256)}`}
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

/** Kinds of files that a party may send. Only staff send the proof of a payment. */
const sentKinds = claimFileKinds.filter((kind) => kind !== "payment");

/** Sends many photos and PDF files at once. The form is collapsed, because a claim may have many items. */
function AddFiles({ claim, item, texts, party, onChanged }: ClaimFilesProps) {
  const backend = useBackend();
  const kindId = useId();
  const [kind, setKind] = useState<ClaimFileKind>(item?.kind === "fine" ? "contract" : "photo");
  const { queue } = texts;
  const mark = item ? `${texts.addTitle} (${item.number})` : texts.addTitle;

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
          accept={askedFilesFileType}
          onSend={sendCaseFile(backend, party, {
            kind: "claim",
            of: claim.id,
            fields: { kind, ...(item && { itemId: item.id }) },
          })}
          onArrived={onChanged}
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

/** Shows a file's kind, sender, date and code. */
function FileNote({ file, texts }: { file: ClaimFile; texts: ClaimSheetTexts }) {
  const whose = { landlord: texts.ofLandlord, tenant: texts.ofTenant, staff: texts.ofStaff };
  return (
    <span className="min-w-0">
      <span className="font-medium">{claimFileTitles[file.kind]}</span>
      <span className="block text-sm text-muted">
        {whose[file.side]} · {formatShortDate(todayInBrasilia(new Date(file.receivedAt)))} ·{" "}
        <Whole className="tabular-nums">
          {fillVariables(texts.codeText, { code: fileCode(file.sha256) })}
        </Whole>
      </span>
      {file.asideReason !== undefined && (
        <span className="block text-sm font-semibold">
          {fillVariables(texts.asideText, { reason: file.asideReason })}
        </span>
      )}
    </span>
  );
}

interface OpenFileProps {
  party: CaseParty;
  /** File, decision on a claim, or receipt of its payment. */
  what: Parameters<typeof openCaseFile>[2];
  label: string;
  /** Name of the file for screen readers, because all buttons have the same label. */
  of?: string;
  failedText: string;
}

export function OpenFile({ party, what, label, of, failedText }: OpenFileProps) {
  const backend = useBackend();
  const { open, isPending, error, submittedAt } = useOpenInTab({
    sign: () => openCaseFile(backend, party, what),
  });
  return (
    <>
      <Button
        className={`btn-outline print:hidden ${of ? "btn-sm" : "max-sm:w-full sm:justify-self-start"}`}
        isBusy={isPending}
        onClick={() => open(undefined)}
      >
        {label}
        {of && <span className="sr-only"> {of}</span>}
      </Button>
      {error && (
        <FormAlert key={submittedAt}>
          <p>{(error instanceof CallFailure && error.message) || failedText}</p>
        </FormAlert>
      )}
    </>
  );
}
