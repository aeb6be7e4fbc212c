import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { formatLetterCode } from "../../../supabase/functions/_shared/contracts/letters.ts";
import { DataFailure } from "../../backend/ask-as-staff.ts";
import { type Backend, useBackend } from "../../backend/backend-context.tsx";
import { contractClient } from "../../backend/contract-session.ts";
import { paths } from "../../config/paths.ts";
import { Icon } from "../../ui/brand/icons.tsx";
import { showToast } from "../../ui/feedback/show-toast.tsx";
import { SpinnerRing } from "../../ui/feedback/states.tsx";
import {
  type ContractDocument,
  type ContractTexts,
  readDocuments,
  readLetter,
} from "./contract-data.ts";

interface ContractDocumentsProps {
  contractId: string;
  texts: ContractTexts;
  onSessionEnd: () => void;
}

/** The files of the contract; nothing when there are none. */
export function ContractDocuments({ contractId, texts, onSessionEnd }: ContractDocumentsProps) {
  const backend = useBackend();
  const { data, error, refetch } = useQuery({
    queryKey: ["contract", contractId, "documents"],
    queryFn: ({ signal }) => readDocuments(backend, contractId, signal),
    gcTime: 0,
  });
  const sessionEnded = error instanceof DataFailure && error.reason === "session-ended";
  useEffect(() => {
    if (sessionEnded) onSessionEnd();
  }, [sessionEnded, onSessionEnd]);

  if (!data?.length && !error) return null;
  return (
    <section className="card card-border print:hidden" aria-labelledby="documents-title">
      <h2 id="documents-title" className="mb-2 text-card">
        {texts.documentsTitle}
      </h2>
      {data ? (
        <table className="table text-base" aria-labelledby="documents-title">
          <tbody>
            {data.map((document) => (
              <tr key={document.id}>
                <th scope="row" className="ps-0 font-medium wrap-anywhere">
                  <span className="flex items-center gap-3">
                    <Icon name="document" className="size-6 text-petrol-600" />
                    {document.document_name}
                  </span>
                </th>
                <td className="pe-0 text-right">
                  <DocumentDownload document={document} label={texts.downloadLabel} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <div role="alert" className="alert alert-error alert-soft rounded-md">
          <p>{texts.documentsFailedText}</p>
          <button type="button" className="btn btn-outline" onClick={() => void refetch()}>
            {texts.tryAgainLabel}
          </button>
        </div>
      )}
    </section>
  );
}

interface DocumentDownloadProps {
  document: ContractDocument;
  label: string;
}

/** Opens one document in a new tab; the address is made at the click because it lives shortly. */
function DocumentDownload({ document, label }: DocumentDownloadProps) {
  const backend = useBackend();
  const { mutate, isPending } = useMutation({
    mutationFn: (_tab: Window | null) => signDocument(backend, document.file_path),
    // Here and not at the click, because these also run when the page has moved on by then.
    onSuccess: (address, tab) => (tab ?? window).location.assign(address),
    onError: (_error, tab) => {
      tab?.close();
      showToast({
        title: "Erro ao baixar documento",
        description: "Por favor, tente novamente.",
        tone: "destructive",
      });
    },
  });

  function open(): void {
    // Browsers allow a new tab only during the click itself: it waits, empty, for its address.
    const tab = window.open("about:blank", "_blank");
    if (tab) tab.opener = null;
    mutate(tab);
  }

  return (
    <button type="button" className="btn btn-outline flex-none" onClick={open} disabled={isPending}>
      {isPending && <SpinnerRing />}
      {label}
      <span className="sr-only"> {document.document_name}</span>
    </button>
  );
}

/** Long enough to open the file, too short to be worth passing on. */
const VALID_SECONDS = 60;
/** An empty tab waits for the address. */
const TIMEOUT_MS = 20_000;

/** An address that shows one of the tenant's own files for a minute. @throws DataFailure */
async function signDocument(backend: Backend | null, filePath: string): Promise<string> {
  if (!backend) throw new DataFailure("unavailable");
  const client = await contractClient(backend);
  const { data, error } = await Promise.race([
    client.storage.from("contract-documents").createSignedUrl(filePath, VALID_SECONDS),
    late(),
  ]);
  if (error) throw new DataFailure("unavailable", error.message);
  return data.signedUrl;
}

function late(): Promise<never> {
  return new Promise((_resolve, reject) => {
    setTimeout(() => reject(new DataFailure("unavailable", "timed out")), TIMEOUT_MS);
  });
}

interface ContractLetterProps {
  contractId: string;
  texts: ContractTexts["letter"];
}

/** With what a landlord sees that the letter is genuine; nothing for contracts without one. */
export function ContractLetter({ contractId, texts }: ContractLetterProps) {
  const backend = useBackend();
  const { data: letter } = useQuery({
    queryKey: ["contract", contractId, "letter"],
    queryFn: ({ signal }) => readLetter(backend, contractId, signal),
    gcTime: 0,
  });
  if (!letter) return null;
  return (
    <section
      className="card card-border grid gap-3 print:gap-1 print:border-0 print:p-0 print:[box-shadow:none]"
      aria-labelledby="letter"
    >
      <h2 id="letter" className="text-card print:text-base">
        {texts.title}
      </h2>
      {letter.file_sha256 === null ? (
        <p>{texts.pendingText}</p>
      ) : (
        <>
          <p>
            {texts.codeLabel}:{" "}
            <strong className="whitespace-nowrap tabular-nums">
              {formatLetterCode(letter.code)}
            </strong>
          </p>
          <p className="text-soft print:hidden">{texts.text}</p>
          <a
            className="btn btn-outline justify-self-start print:hidden"
            // A page of its own, opened anew: its code stands behind the #.
            href={`${paths.verify}#${letter.code}`}
          >
            {texts.verifyLabel}
          </a>
        </>
      )}
    </section>
  );
}
