import { fileLinkSchema } from "../../../supabase/functions/_shared/contracts/file-link.ts";
import { useMutation } from "@tanstack/react-query";
import { callAsStaff } from "../../backend/ask-as-staff.ts";
import { useBackend } from "../../backend/backend-context.tsx";
import { CallFailure } from "../../backend/call-failure.ts";
import { showToast } from "../../ui/feedback/show-toast.tsx";

/** Opens a document in a new tab; its address is made at the click, because each view is noted. */
export function useOpenDocument(documentId: string) {
  const backend = useBackend();
  const { mutate, isPending } = useMutation({
    mutationFn: (_tab: Window | null) =>
      callAsStaff(backend, {
        name: "open-document",
        body: { documentId },
        data: fileLinkSchema,
      }),
    onSuccess: ({ url }, tab) => (tab ?? window).location.assign(url),
    onError: (error, tab) => {
      tab?.close();
      showToast({
        title: "Erro ao abrir documento",
        description:
          (error instanceof CallFailure && error.message) || "Por favor, tente novamente.",
        tone: "destructive",
      });
    },
  });
  return {
    isPending,
    open() {
      // Browsers allow a new tab only during the click itself: it waits, empty, for its address.
      const tab = window.open("about:blank", "_blank");
      if (tab) tab.opener = null;
      mutate(tab);
    },
  };
}
