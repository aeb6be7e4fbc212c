import { fileLinkSchema } from "../../../supabase/functions/_shared/contracts/file-link.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { documentChangeSchema } from "../../../supabase/functions/_shared/contracts/contract-document.ts";
import { askAsStaff, callAsStaff } from "../../backend/ask-as-staff.ts";
import { useBackend } from "../../backend/backend-context.tsx";
import { CallFailure } from "../../backend/call-function.ts";
import { showToast } from "../../ui/feedback/show-toast.tsx";
import { contractsKey } from "./contract-queries.ts";

/** Files, names anew, takes away and opens the documents of a contract. */
export function useContractDocuments() {
  const backend = useBackend();
  const queries = useQueryClient();
  const reload = () => queries.invalidateQueries({ queryKey: contractsKey });

  const file = useMutation({
    mutationFn: (body: FormData) =>
      callAsStaff(backend, { name: "file-contract-document", body, data: documentChangeSchema }),
    onSuccess() {
      showToast({ title: "Documento anexado", tone: "success" });
      return reload();
    },
  });
  const rename = useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) =>
      askAsStaff(backend, (client) =>
        client.rpc("rename_contract_document", { document_id: id, document_name: name }),
      ),
    onSuccess() {
      showToast({ title: "Documento renomeado", tone: "success" });
      return reload();
    },
  });
  const withdraw = useMutation({
    mutationFn: (documentId: string) =>
      callAsStaff(backend, {
        name: "withdraw-contract-document",
        body: { documentId },
        data: documentChangeSchema,
      }),
    onSuccess() {
      showToast({ title: "Documento retirado", tone: "success" });
      return reload();
    },
    onError: (error) => explain("Erro ao retirar o documento", error),
  });
  const open = useMutation({
    mutationFn: ({ documentId }: { documentId: string; tab: Window | null }) =>
      callAsStaff(backend, {
        name: "open-contract-document",
        body: { documentId },
        data: fileLinkSchema,
      }),
    onSuccess({ url }, { tab }) {
      (tab ?? window).location.assign(url);
      return reload();
    },
    onError(error, { tab }) {
      tab?.close();
      explain("Erro ao abrir o documento", error);
    },
  });
  return { file, rename, withdraw, open };
}

function explain(title: string, error: Error): void {
  const description = error instanceof CallFailure ? error.message : "";
  showToast({
    title,
    description: description || "Por favor, tente novamente.",
    tone: "destructive",
  });
}
