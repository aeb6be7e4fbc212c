import { useMutation } from "@tanstack/react-query";
import { useBackend } from "../../backend/backend-context.tsx";
import { showToast } from "../../ui/feedback/show-toast.tsx";
import { SpinnerRing } from "../../ui/feedback/states.tsx";
import type { ContractDocument } from "./read-documents.ts";
import { signDocument } from "./sign-document.ts";

interface DocumentDownloadProps {
  document: ContractDocument;
  label: string;
}

/** Opens one document in a new tab; the address is made at the click because it lives shortly. */
export function DocumentDownload({ document, label }: DocumentDownloadProps) {
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
