import { useQuery } from "@tanstack/react-query";
import { type MouseEvent, useEffect } from "react";
import { fillVariables } from "#contracts/fields/variables.ts";
import { formatLetterCode } from "#contracts/leases/letters.ts";
import * as z from "zod/mini";
import { DataFailure } from "../../../backend/data-failure.ts";
import { useTenantQuery } from "../../../backend/ask-as-tenant.ts";
import { type Backend, useBackend } from "../../../backend/backend-context.tsx";
import { contractClient } from "../../../backend/contract-session.ts";
import { useOpenInTab } from "../../../backend/files/case-files.ts";
import { paths } from "../../../config/paths.ts";
import { whatsappHref } from "../../../formats/phone.ts";
import { LoadFailed } from "../../../ui/feedback/query-state.tsx";
import { CopyButton } from "../../../ui/feedback/copy-button.tsx";
import { Icon } from "../../../ui/brand/icons.tsx";
import { reportFailure } from "../../../ui/feedback/report-failure.ts";
import { Button } from "../../../ui/feedback/button.tsx";
import { DataList, Datum } from "../../../ui/section/facts.tsx";
import {
  type Contract,
  type ContractTexts,
  type ShownEnding,
  readDocuments,
  spanOfTerm,
  termOf,
} from "./contract-data.ts";

interface ContractDocumentsProps {
  contractId: string;
  texts: ContractTexts;
  onSessionEnd: () => void;
}

/** Lists the files of the contract. Shows nothing when the contract has no files. */
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
                  <DocumentDownload
                    name={document.document_name}
                    sign={() => signDocument(backend, document.file_path)}
                    label={texts.downloadLabel}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <LoadFailed
          text={texts.documentsFailedText}
          retryLabel={texts.tryAgainLabel}
          onRetry={refetch}
        />
      )}
    </section>
  );
}

interface DocumentDownloadProps {
  name: string;
  /** Function that returns a URL of the file, valid for a minute. */
  sign: () => Promise<string>;
  label: string;
}

function DocumentDownload({ name, sign, label }: DocumentDownloadProps) {
  const { open, isPending } = useOpenInTab({
    sign,
    onFailed: (error) => reportFailure("Erro ao baixar documento", error),
  });
  return (
    <Button className="btn-outline flex-none" onClick={() => open(undefined)} isBusy={isPending}>
      {label}
      <span className="sr-only"> {name}</span>
    </Button>
  );
}

/** Seconds for which the file's URL is valid: enough to open the file, but hardly enough to pass the URL on. */
const VALID_SECONDS = 60;
/** Maximum time (ms) for getting the file's URL. Meanwhile, the new tab is empty. */
const TIMEOUT_MS = 20_000;

/** Returns a URL, valid for a minute, of one of the tenant's files. @throws DataFailure */
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

const lettersSchema = z.array(z.object({ code: z.string(), file_sha256: z.nullable(z.string()) }));

interface ContractLetterProps {
  contract: Contract;
  ending: ShownEnding | null;
  texts: ContractTexts["letter"];
}

/** Shows the code of the guarantee letter, with buttons that copy and send the code; null without a letter. */
export function ContractLetter({ contract, ending, texts }: ContractLetterProps) {
  const { data, isPending } = useTenantQuery({
    queryKey: ["contract", contract.id, "letter"],
    schema: lettersSchema,
    ask: (client) =>
      client.from("letters").select("code, file_sha256").eq("contract_id", contract.id),
  });
  const letter = data?.[0];
  if (!letter && !isPending) return null;
  const isIssued = letter && letter.file_sha256 !== null;
  const code = formatLetterCode(letter?.code ?? "");
  return (
    <section
      // While loading, the section is as high as the loaded letter, so that the content below does not jump.
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
            <Datum label={texts.validLabel}>{spanOfTerm(contract, ending)}</Datum>
          </DataList>
          <p className="text-soft print:hidden">{texts.text}</p>
          <div className="flex flex-wrap gap-3 print:hidden">
            {termOf(contract).isRunning && (
              <SendLetter phone={contract.landlord_phone} code={letter.code} texts={texts} />
            )}
            <a
              className="btn btn-outline"
              // This link loads the whole page, because client-side navigation would lose the fragment with the code.
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
  /** Landlord's phone number from the tenant's request. */
  phone: string | null;
  code: string;
  texts: ContractTexts["letter"];
}

/** Sends the code through the share menu, or else through WhatsApp. If `phone` is null, WhatsApp asks for a contact. */
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
      // AbortError means that the person closed the share menu.
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
