import { useMutation } from "@tanstack/react-query";
import { mailPreviewSchema } from "../../supabase/functions/_shared/contracts/mail-preview.ts";
import type { MailPreviewRequest } from "../../supabase/functions/_shared/contracts/mail-preview-request.ts";
import { callAsStaff } from "./ask-as-staff.ts";
import { useBackend } from "./backend-context.tsx";

/** Asks what a mail would say if it left now. */
export function useMailPreview() {
  const backend = useBackend();
  return useMutation({
    mutationFn: (body: MailPreviewRequest) =>
      callAsStaff(backend, { name: "preview-mail", body, data: mailPreviewSchema }),
  });
}
