import type { Ref } from "react";
import type { ClientAreaQueryResult } from "../../content/sanity.types.ts";
import { TextField } from "../../ui/text-field.tsx";

export type RecoveryTexts = NonNullable<ClientAreaQueryResult>["recovery"];

interface RecoveryDialogProps {
  ref: Ref<HTMLDialogElement>;
  texts: RecoveryTexts;
}

/** Asks for the e-mail to which a way to a new password is sent; opened with `showModal`. */
export function RecoveryDialog({ ref, texts }: RecoveryDialogProps) {
  return (
    <dialog ref={ref} className="dialog" aria-labelledby="recovery-title">
      <form method="post" className="grid gap-5">
        <h2 id="recovery-title" className="text-card">
          {texts.title}
        </h2>
        <p className="text-soft">{texts.text}</p>
        <TextField
          name="email"
          id="recovery-email"
          type="email"
          texts={{ label: texts.emailLabel }}
          autoComplete="email"
          required
        />
        <div className="flex flex-wrap justify-end gap-3">
          <button type="submit" formMethod="dialog" formNoValidate className="btn btn-outline">
            {texts.cancelLabel}
          </button>
          <button type="submit" className="btn btn-primary">
            {texts.submitLabel}
          </button>
        </div>
      </form>
    </dialog>
  );
}
