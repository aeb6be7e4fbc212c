import { paths } from "../config/paths.ts";
import { FormAlert, outcomeId } from "../ui/form/form.tsx";
import { SiteLink } from "../ui/layout/links.tsx";
import { useSite } from "./site-context.tsx";

interface DeliveryNoticeProps {
  /** False when the site has no backend. */
  isAvailable: boolean;
  isSending: boolean;
  failure: { code: string; message: string } | undefined;
  /** Text above the failure's message in pages without JavaScript, which cannot show a toast. */
  notice?: { title: string; description: string };
}

/** Notice beside the submit button, shown when sending is impossible or the last attempt failed. */
export function DeliveryNotice(props: DeliveryNoticeProps) {
  const { isAvailable, isSending, failure, notice } = props;
  const { notices } = useSite();
  if (!isAvailable) {
    return (
      <p className="form-notice alert alert-error alert-soft">
        {notices?.sendingUnavailable}{" "}
        <SiteLink href={paths.contact}>{notices?.otherChannelLabel}</SiteLink>
      </p>
    );
  }
  // Invalid fields are shown in the error summary at the top of the form instead.
  if (isSending || !failure || failure.code === "invalid_fields") return null;
  return (
    <FormAlert id={outcomeId}>
      {import.meta.env?.SSR && notice && (
        <p className="mb-2">
          <strong>{notice.title}</strong> {notice.description}
        </p>
      )}
      <p>
        {notices?.notConfirmed} {failure.message || notices?.tryAgain}
      </p>
    </FormAlert>
  );
}

/**
 * Notice that replaces a form after a submission without JavaScript. The markup is short, because browsers with
 * JavaScript download this code too.
 */
export function SentNotice({ title, description }: { title: string; description: string }) {
  const { notices } = useSite();
  return (
    <div id={outcomeId} tabIndex={-1} className="card card-border grid gap-4">
      <h2 className="text-card">{title}</h2>
      <p>{description}</p>
      <a href={paths.home} className="btn btn-outline justify-self-start">
        {notices?.homeLabel}
      </a>
    </div>
  );
}
