import { propertyTypes } from "../../../supabase/functions/_shared/contracts/property-types.ts";
import { usePublicForm } from "../../backend/use-public-form.ts";
import { paths } from "../../config/paths.ts";
import type { PartnersQueryResult } from "../../content/sanity.types.ts";
import { ScriptNotice } from "../../content/script-notice.tsx";
import { DeliveryNotice } from "../../ui/feedback/delivery-notice.tsx";
import { ErrorSummary } from "../../ui/form/error-summary.tsx";
import { Form } from "../../ui/form/form.tsx";
import { MaskedField } from "../../ui/form/masked-field.tsx";
import { SelectField } from "../../ui/form/select-field.tsx";
import { outcomeId } from "../../ui/form/outcome-id.ts";
import { SentNotice } from "../../ui/feedback/sent-notice.tsx";
import { TextAreaField } from "../../ui/form/text-area-field.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { partnershipRules } from "./partnership-rules.ts";

type PartnershipTexts = NonNullable<PartnersQueryResult>["form"];

const typeOptions = propertyTypes.map((type) => ({ value: type, label: type }));

/** The request for a partnership; limits are those of specification 5. */
export function PartnershipForm({ texts }: { texts: PartnershipTexts }) {
  const { fields } = texts;
  const { field, problems, summary, submit, hasArrived, needsScript, ...delivery } =
    usePublicForm(partnershipRules);
  if (hasArrived && delivery.notice) {
    return <SentNotice {...delivery.notice} homeHref={paths.home} />;
  }
  return (
    <Form action={`${paths.partners}#${outcomeId}`} className="card card-border" onSubmit={submit}>
      <ErrorSummary ref={summary} title={texts.errorSummaryTitle} problems={problems} />
      <div className="form-grid">
        <TextField
          {...field("partnerName")}
          texts={fields.partnerName}
          autoComplete="name"
          minLength={3}
          required
          starred
        />
        <TextField
          {...field("companyName")}
          texts={fields.companyName}
          autoComplete="organization"
          minLength={2}
          required
          starred
        />
        <TextField
          {...field("email")}
          type="email"
          texts={fields.email}
          autoComplete="email"
          required
          starred
        />
        <MaskedField
          {...field("phone")}
          mask="phone"
          type="tel"
          texts={fields.phone}
          autoComplete="tel"
          required
          starred
        />
        <TextField
          {...field("propertyAddress")}
          texts={fields.propertyAddress}
          className="sm:col-span-2"
          autoComplete="off"
          minLength={5}
          required
          starred
        />
        <TextField
          {...field("propertyCity")}
          texts={fields.propertyCity}
          autoComplete="off"
          minLength={2}
          required
          starred
        />
        <TextField
          {...field("propertyState")}
          texts={fields.propertyState}
          autoComplete="off"
          autoCapitalize="characters"
          minLength={2}
          maxLength={2}
          required
          starred
        />
        <SelectField
          {...field("propertyType")}
          texts={fields.propertyType}
          options={typeOptions}
          choosePlaceholder={texts.choosePlaceholder}
          required
          starred
        />
        <MaskedField
          {...field("propertyValue")}
          mask="money"
          texts={fields.propertyValue}
          inputMode="decimal"
          autoComplete="off"
          required
          starred
        />
        <TextAreaField
          {...field("message")}
          texts={fields.message}
          className="sm:col-span-2"
          rows={4}
        />
      </div>
      <p className="text-soft my-6 text-sm">{texts.requiredNote}</p>
      <DeliveryNotice {...delivery} contactHref={paths.contact} />
      {needsScript && <ScriptNotice text="O envio precisa de JavaScript." />}
      <button
        type="submit"
        className="btn btn-primary btn-lg w-full"
        disabled={delivery.isSending || !delivery.isAvailable}
      >
        {delivery.isSending ? texts.sendingLabel : texts.submitLabel}
      </button>
    </Form>
  );
}
