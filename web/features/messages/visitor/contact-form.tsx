import { useLocation } from "react-router-dom";
import { usePublicForm } from "../../../backend/use-public-form.ts";
import { paths, productParameter } from "../../../config/paths.ts";
import type { ContactQueryResult } from "../../../content/sanity.types.ts";
import { ScriptNotice } from "../../../content/script-notice.tsx";
import { DeliveryNotice, SentNotice } from "../../../content/form-notices.tsx";
import { ErrorSummary, Form, outcomeId } from "../../../ui/form/form.tsx";
import { Fields } from "../../../ui/form/fields.tsx";
import { contactRules } from "./contact-rules.ts";

type ContactContent = NonNullable<ContactQueryResult>;

/** Contact form. The URL of the page may preselect a product in the form. */
export function ContactForm({ content }: { content: ContactContent }) {
  const { form: texts, products, result: resultTexts, settings } = content;
  const { field, problems, summary, submit, result, hasArrived, needsScript, ...delivery } =
    usePublicForm(contactRules, {
      content: { result: resultTexts, whatsapp: settings?.whatsapp },
    });
  const asked = new URLSearchParams(useLocation().search).get(productParameter);
  const chosen = products.find(({ value }) => value === asked);
  if (import.meta.env?.SSR && hasArrived && delivery.notice) {
    return (
      <div className="grid gap-6">
        <SentNotice {...delivery.notice} />
        {result}
      </div>
    );
  }
  const looks = {
    ...contactRules.looks,
    product: { control: "select" as const, options: products },
  };
  return (
    <div>
      {result}
      <Form
        hidden={result !== undefined}
        action={`${paths.contact}#${outcomeId}`}
        className="card card-border"
        onSubmit={submit}
      >
        <ErrorSummary ref={summary} title={texts.errorSummaryTitle} problems={problems} />
        <div className="grid items-start gap-x-6 gap-y-3 sm:grid-cols-2">
          <Fields
            table={{ ...contactRules, looks }}
            // Preselects the product from the URL. After a post without JavaScript, the posted product has priority.
            field={(name) => {
              const preset = name === "product" && chosen ? { defaultValue: chosen.value } : {};
              return { ...preset, ...field(name) };
            }}
            texts={texts.fields}
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
        <p className="text-soft mt-4 text-xs">{texts.privacyNote}</p>
      </Form>
    </div>
  );
}
