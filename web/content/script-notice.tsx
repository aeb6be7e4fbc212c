import { paths } from "../config/paths.ts";
import { formatPhone } from "../../supabase/functions/_shared/contracts/formats/phone.ts";
import { phoneHref } from "../formats/phone.ts";
import { useSite } from "./site-context.tsx";

/**
 * Says to browsers without JavaScript that it is needed, and how to reach the company without it. The
 * others never make what a `noscript` holds, and leave it out.
 */
export function ScriptNotice({ text }: { text: string }) {
  return <noscript>{import.meta.env?.SSR && <Words text={text} />}</noscript>;
}

function Words({ text }: { text: string }) {
  const { phone, email } = useSite();
  return (
    <p className="form-notice script-notice alert alert-error alert-soft">
      {text} Ative&#8209;o no seu navegador ou fale com a gente: telefone{" "}
      <a href={phoneHref(phone)}>{formatPhone(phone)}</a>, e&#8209;mail{" "}
      <a href={`mailto:${email}`}>{email}</a> ou <a href={paths.contact}>WhatsApp</a>.
    </p>
  );
}
