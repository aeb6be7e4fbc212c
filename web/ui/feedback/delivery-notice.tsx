import { FormAlert } from "../form/form-alert.tsx";
import { outcomeId } from "../form/outcome-id.ts";
import { SiteLink } from "../layout/site-link.tsx";

interface DeliveryNoticeProps {
  /** False when the site has nowhere to send to. */
  isAvailable: boolean;
  isSending: boolean;
  failure: { code: string; message: string } | undefined;
  /** What is said beside it where no notice can appear in the corner. */
  notice?: { title: string; description: string };
  contactHref: string;
}

/** Beside the submit button: that sending is impossible, or why the last attempt failed. */
export function DeliveryNotice(props: DeliveryNoticeProps) {
  const { isAvailable, isSending, failure, notice, contactHref } = props;
  if (!isAvailable) {
    return (
      <p className="form-notice alert alert-error alert-soft">
        O envio está indisponível no momento.{" "}
        <SiteLink href={contactHref}>Fale com a gente por outro canal.</SiteLink>
      </p>
    );
  }
  // What is wrong with the fields is said in the summary.
  if (isSending || !failure || failure.code === "invalid_fields") return null;
  return (
    <FormAlert id={outcomeId}>
      {import.meta.env?.SSR && notice && (
        <p className="mb-2">
          <strong>{notice.title}</strong> {notice.description}
        </p>
      )}
      <p>
        O seu envio não foi confirmado, e o que você preencheu continua aqui.{" "}
        {failure.message || "Verifique a sua conexão e tente de novo em instantes."}
      </p>
    </FormAlert>
  );
}
