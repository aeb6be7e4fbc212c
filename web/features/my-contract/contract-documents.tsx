import { useQuery } from "@tanstack/react-query";
import { type MouseEvent, useEffect } from "react";
import {
  formatCurrency,
  formatShortDate,
} from "../../../supabase/functions/_shared/contracts/fields/formats.ts";
import { fillVariables } from "../../../supabase/functions/_shared/contracts/fields/variables.ts";
import { formatLetterCode } from "../../../supabase/functions/_shared/contracts/guarantee/letters.ts";
import { DataFailure } from "../../backend/ask-as-staff.ts";
import { type Backend, useBackend } from "../../backend/backend-context.tsx";
import { openCaseFile } from "../../backend/files/case-files.ts";
import { contractClient } from "../../backend/contract-session.ts";
import { useOpenInTab } from "../../backend/files/open-in-tab.ts";
import { paths } from "../../config/paths.ts";
import { whatsappHref } from "../../formats/phone.ts";
import { CopyButton } from "../../ui/feedback/copy-button.tsx";
import { Icon } from "../../ui/brand/icons.tsx";
import { showToast } from "../../ui/feedback/show-toast.tsx";
import { SpinnerRing } from "../../ui/feedback/states.tsx";
import { DataList, Datum } from "../../ui/section/facts.tsx";
import {
  type Contract,
  type ContractTexts,
  readDocuments,
  readLetter,
  readReceipts,
  termOf,
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
    queryFn: async ({ signal }) => {
      const [documents, receipts] = await Promise.all([
        readDocuments(backend, contractId, signal),
        readReceipts(backend, contractId, signal),
      ]);
      return [
        ...documents.map(({ id, document_name, file_path }) => ({
          id,
          name: document_name,
          sign: () => signDocument(backend, file_path),
        })),
        ...receipts.map(({ paymentId, what, amount, paidOn }) => ({
          id: paymentId,
          name: `${what === "refund" ? texts.refundLabel : texts.receiptLabel}, ${formatCurrency(amount)}, ${formatShortDate(paidOn)}`,
          sign: () => openCaseFile(backend, "tenant", { paymentId }),
        })),
      ];
    },
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
                    {document.name}
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
  document: {
    name: string;
    /** Makes an address that shows it for a minute. */
    sign: () => Promise<string>;
  };
  label: string;
}

/** Opens one document in a new tab. */
function DocumentDownload({ document, label }: DocumentDownloadProps) {
  const { open, isPending } = useOpenInTab({
    sign: document.sign,
    onFailed: () =>
      showToast({
        title: "Erro ao baixar documento",
        description: "Por favor, tente novamente.",
        tone: "destructive",
      }),
  });
  return (
    <button
      type="button"
      className="btn btn-outline flex-none"
      onClick={() => open(undefined)}
      disabled={isPending}
    >
      {isPending && <SpinnerRing />}
      {label}
      <span className="sr-only"> {document.name}</span>
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
  contract: Contract;
  texts: ContractTexts["letter"];
}

/** What the landlord needs of the letter, to be sent and copied; nothing for contracts without one. */
export function ContractLetter({ contract, texts }: ContractLetterProps) {
  const backend = useBackend();
  const { data: letter, isPending } = useQuery({
    queryKey: ["contract", contract.id, "letter"],
    queryFn: ({ signal }) => readLetter(backend, contract.id, signal),
    gcTime: 0,
  });
  if (!letter && !isPending) return null;
  const isIssued = letter && letter.file_sha256 !== null;
  const code = formatLetterCode(letter?.code ?? "");
  return (
    <section
      // As high as it will be, or what is below would jump when the code comes.
      className={`card card-border grid content-start gap-4 print:gap-1 print:border-0 print:p-0 print:[box-shadow:none] ${isPending ? "min-h-72" : ""}`}
      aria-labelledby="letter"
    >
      <h2 id="letter" className="text-card print:text-base">
        {texts.title}
      </h2>
      {letter?.file_sha256 === null && <p>{texts.pendingText}</p>}
      {isIssued && (
        <>
          <DataList className="sm:grid-cols-2 print:grid-cols-2">
            <Datum label={texts.codeLabel}>
              <strong className="block">{code}</strong>
              <span className="print:hidden">
                <CopyButton texts={texts} text={code} />
              </span>
            </Datum>
            <Datum label={texts.validLabel}>
              {formatShortDate(contract.start_date)} a {formatShortDate(contract.end_date)}
            </Datum>
          </DataList>
          <p className="text-soft print:hidden">{texts.text}</p>
          <div className="flex flex-wrap gap-3 print:hidden">
            {termOf(contract).isRunning && (
              <SendLetter phone={contract.landlord_phone} code={letter.code} texts={texts} />
            )}
            <a
              className="btn btn-outline"
              // A page of its own, opened anew: its code stands behind the #.
              href={`${paths.verify}#${letter.code}`}
            >
              {texts.verifyLabel}
            </a>
          </div>
        </>
      )}
    </section>
  );
}

interface SendLetterProps {
  /** Of the owner, as the request had it. */
  phone: string | null;
  code: string;
  texts: ContractTexts["letter"];
}

/** By whatever the device shares with; else by WhatsApp, which asks for whom where there is no number. */
function SendLetter({ phone, code, texts }: SendLetterProps) {
  const message = fillVariables(texts.sendText, {
    code: formatLetterCode(code),
    address: `${location.origin}${paths.verify}#${code}`,
  });

  function share(event: MouseEvent<HTMLAnchorElement>) {
    if (!("share" in navigator)) return;
    event.preventDefault();
    const { href } = event.currentTarget;
    navigator.share({ text: message }).catch((error: unknown) => {
      // Whoever closed the list of the device's ways has chosen none.
      const isClosed = error instanceof DOMException && error.name === "AbortError";
      if (!isClosed) location.assign(href);
    });
  }

  return (
    <a
      className="btn btn-primary"
      href={whatsappHref(phone ?? "", message)}
      target="_blank"
      rel="noopener"
      onClick={share}
    >
      {texts.sendLabel}
    </a>
  );
}
