import { useMutation } from "@tanstack/react-query";
import { uploadHeaders, uploadedDocumentSchema } from "#contracts/requests/documents.ts";
import { askedFilesFileType } from "#contracts/stored-values.ts";
import { type Party, tenantToken } from "../../backend/ask-as-tenant.ts";
import { useBackend } from "../../backend/backend-context.tsx";
import { callFunction } from "../../backend/call-function.ts";
import { describeUpload } from "../../backend/files/upload-file.ts";
import { Button } from "../../ui/feedback/button.tsx";
import { SpinnerRing } from "../../ui/feedback/states.tsx";
import { FormAlert } from "../../ui/form/form.tsx";

interface KeysReceiptProps {
  endingId: string;
  party: Party;
  hasReceipt: boolean;
  texts: {
    sendProofLabel: string;
    replaceProofLabel: string;
    proofHelp: string;
    proofSentText: string;
    failedText: string;
  };
  retryLabel: string;
  /** Reads the ending again. Resolves when it is loaded. */
  onSent: () => Promise<unknown>;
}

/** Sends a party's receipt of the keys, or a newer one. After a failure that may pass, it offers the same file again. */
export function KeysReceipt(props: KeysReceiptProps) {
  const { endingId, party, hasReceipt, texts, retryLabel, onSent } = props;
  const backend = useBackend();
  const sending = useMutation({
    async mutationFn(file: File) {
      const body = new FormData();
      body.set("file", file);
      await callFunction(backend, {
        name: "upload-document",
        headers: {
          [uploadHeaders.documentId]: endingId,
          [uploadHeaders.kind]: "keys",
          ...(party !== "tenant" && { [uploadHeaders.secret]: party.secret }),
        },
        ...(party === "tenant" && (await tenantToken(backend))),
        body,
        data: uploadedDocumentSchema,
      });
      await onSent();
    },
  });
  const failed = sending.error && describeUpload(sending.error);
  return (
    <div className="flex flex-wrap items-center gap-3">
      {failed && (
        <FormAlert key={sending.submittedAt}>
          <p>{failed.message || texts.failedText}</p>
          {failed.canRetry && (
            <Button className="btn-outline mt-3" onClick={() => sending.mutate(sending.variables)}>
              {retryLabel}
            </Button>
          )}
        </FormAlert>
      )}
      <input
        id="keys-proof"
        type="file"
        className="peer sr-only"
        accept={askedFilesFileType.join(",")}
        aria-describedby="keys-proof-help"
        disabled={sending.isPending}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) sending.mutate(file);
          currentTarget.value = "";
        }}
      />
      <label
        htmlFor="keys-proof"
        className="btn btn-primary max-sm:w-full peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2"
      >
        {sending.isPending && <SpinnerRing />}
        {hasReceipt ? texts.replaceProofLabel : texts.sendProofLabel}
      </label>
      <span id="keys-proof-help" className="text-sm text-muted">
        {texts.proofHelp}
      </span>
      <output className="font-semibold text-petrol-700 empty:hidden">
        {sending.isSuccess && texts.proofSentText}
      </output>
    </div>
  );
}
