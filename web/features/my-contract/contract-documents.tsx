import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useBackend } from "../../backend/backend-context.tsx";
import { DataFailure } from "../../backend/ask-as-staff.ts";
import { Icon } from "../../ui/brand/icons.tsx";
import { DocumentDownload } from "./document-download.tsx";
import type { ContractTexts } from "./contract-texts.ts";
import { readDocuments } from "./read-documents.ts";

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
