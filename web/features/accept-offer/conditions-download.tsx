import { fileLinkSchema } from "../../../supabase/functions/_shared/contracts/file-link.ts";
import { useMutation } from "@tanstack/react-query";
import { useBackend } from "../../backend/backend-context.tsx";
import { callFunction } from "../../backend/call-function.ts";
import { SpinnerRing } from "../../ui/feedback/states.tsx";
import { FormAlert } from "../../ui/form/form.tsx";
import type { OfferTexts } from "./offer-texts.ts";

interface ConditionsDownloadProps {
  secret: string;
  offerId: string;
  texts: OfferTexts;
}

/** Saves the PDF of the conditions; its address is made at the click because it lives shortly. */
export function ConditionsDownload({ secret, offerId, texts }: ConditionsDownloadProps) {
  const backend = useBackend();
  const opening = useMutation({
    mutationFn: () =>
      callFunction(backend, {
        name: "open-conditions",
        body: { secret, offerId },
        data: fileLinkSchema,
      }),
    // An attachment: the page stays.
    onSuccess: ({ url }) => location.assign(url),
  });
  return (
    <>
      <button
        type="button"
        className="btn btn-outline"
        disabled={opening.isPending}
        onClick={() => opening.mutate()}
      >
        {opening.isPending && <SpinnerRing />}
        {opening.isPending ? texts.openingLabel : texts.pdfLabel}
      </button>
      {opening.isError && (
        <FormAlert key={opening.submittedAt}>
          <p>{texts.openFailed}</p>
        </FormAlert>
      )}
    </>
  );
}
