import { paths } from "../config/paths.ts";
import { formatPhone } from "#contracts/fields/phones.ts";
import { phoneHref } from "../formats/phone.ts";
import { useSite } from "./site-context.tsx";

interface ScriptNoticeProps {
  /** Part of the page that needs JavaScript: the private area, or the sending of a form. */
  about: "area" | "sending";
}

/**
 * Notice for browsers without JavaScript. Only the server renders the text, which browsers with JavaScript never show.
 */
export function ScriptNotice({ about }: ScriptNoticeProps) {
  return <noscript>{import.meta.env?.SSR && <ScriptWords about={about} />}</noscript>;
}

/** Text of the notice, for use inside an existing `noscript`. */
export function ScriptWords({ about }: ScriptNoticeProps) {
  const { phone, email, notices } = useSite();
  const needed = about === "area" ? notices?.areaNeedsScript : notices?.sendingNeedsScript;
  return (
    <p className="form-notice script-notice alert alert-error alert-soft">
      {needed} {notices?.scriptAdvice} <a href={phoneHref(phone)}>{formatPhone(phone)}</a>,{" "}
      <a href={`mailto:${email}`}>{email}</a>, <a href={paths.contact}>WhatsApp</a>.
    </p>
  );
}
