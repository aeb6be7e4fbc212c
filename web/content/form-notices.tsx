import { paths } from "../config/paths.ts";
import { FormAlert, outcomeId } from "../ui/form/form.tsx";
import { SiteLink } from "../ui/layout/links.tsx";
import { useSite } from "./site-context.tsx";

interface DeliveryNoticeProps {
  /** False when the site has nowhere to send to. */
  isAvailable: boolean;
  isSending: boolean;
  failure: { code: string; message: string } | undefined;
  /** What is said beside it where no notice can appear in the corner. */
  notice?: { title: string; description: string };
}

/** Beside the submit button: that sending is impossible, or why the last attempt failed. */
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
        {notices?.notConfirmed} {failure.message || notices?.tryAgain}
      </p>
    </FormAlert>
  );
}

interface SentNoticeProps {
  title: string;
  description: string;
}

/** In place of a form that arrived without JavaScript; plain, because every browser carries it. */
export function SentNotice({ title, description }: SentNoticeProps) {
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
