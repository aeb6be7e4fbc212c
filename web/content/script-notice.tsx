import { paths } from "../config/paths.ts";
import { formatPhone } from "../../supabase/functions/_shared/contracts/formats/phone.ts";
import { phoneHref } from "../formats/phone.ts";
import { useSite } from "./site-context.tsx";

/** Says to browsers without JavaScript that it is needed, and how to reach the company without it. */
export function ScriptNotice({ text }: { text: string }) {
  const { phone, email } = useSite();
  return (
    <noscript>
      <p className="form-notice script-notice alert alert-error alert-soft">
        {text} Ative&#8209;o no seu navegador ou fale com a gente: telefone{" "}
        <a href={phoneHref(phone)}>{formatPhone(phone)}</a>, e&#8209;mail{" "}
        <a href={`mailto:${email}`}>{email}</a> ou <a href={paths.contact}>WhatsApp</a>.
      </p>
    </noscript>
  );
}
