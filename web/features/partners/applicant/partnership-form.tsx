import { usePublicForm } from "../../../backend/use-public-form.ts";
import { paths } from "../../../config/paths.ts";
import type { PartnersQueryResult } from "../../../content/sanity.types.ts";
import { ScriptNotice } from "../../../content/script-notice.tsx";
import { DeliveryNotice, SentNotice } from "../../../content/form-notices.tsx";
import { ErrorSummary, Form, outcomeId } from "../../../ui/form/form.tsx";
import { Fields } from "../../../ui/form/fields.tsx";
import { partnershipRules } from "./partnership-rules.ts";

type PartnershipContent = Pick<NonNullable<PartnersQueryResult>, "form" | "result" | "whatsapp">;

export function PartnershipForm({ content }: { content: PartnershipContent }) {
  const { form: texts } = content;
  const { field, problems, summary, submit, result, hasArrived, needsScript, ...delivery } =
    usePublicForm(partnershipRules, { content });
  if (import.meta.env?.SSR && hasArrived && delivery.notice) {
    return (
      <div className="grid gap-6">
        <SentNotice {...delivery.notice} />
        {result}
      </div>
    );
  }
  return (
    <div>
      {result}
      <Form
        hidden={result !== undefined}
        action={`${paths.partners}#${outcomeId}`}
        className="card card-border"
        onSubmit={submit}
      >
        <ErrorSummary ref={summary} title={texts.errorSummaryTitle} problems={problems} />
        <div className="grid items-start gap-x-6 gap-y-3 sm:grid-cols-2">
          <Fields
            table={partnershipRules}
            field={field}
            texts={texts.fields}
            choosePlaceholder={texts.choosePlaceholder}
            areStarred
          />
        </div>
        <p className="text-soft my-6 text-sm">{texts.requiredNote}</p>
        <DeliveryNotice {...delivery} />
        {needsScript && <ScriptNotice about="sending" />}
        <button
          type="submit"
          className="btn btn-primary btn-lg w-full"
          disabled={delivery.isSending || !delivery.isAvailable}
        >
          {delivery.isSending ? texts.sendingLabel : texts.submitLabel}
        </button>
      </Form>
    </div>
  );
}
