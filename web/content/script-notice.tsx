import { paths } from "../config/paths.ts";
import { formatPhone } from "../../supabase/functions/_shared/contracts/fields/phones.ts";
import { phoneHref } from "../formats/phone.ts";
import { useSite } from "./site-context.tsx";

interface ScriptNoticeProps {
  /** What cannot do without. */
  about: "area" | "sending";
}

/**
 * Says to browsers without JavaScript that it is needed, and how to reach the company without it. The
 * others never make what a `noscript` holds, and leave it out.
 */
export function ScriptNotice({ about }: ScriptNoticeProps) {
  return <noscript>{import.meta.env?.SSR && <ScriptWords about={about} />}</noscript>;
}

/** The words alone, for what stands in a `noscript` itself. */
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
