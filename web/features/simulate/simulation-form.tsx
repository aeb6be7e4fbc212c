import { paths } from "../../config/paths.ts";
import { ScriptNotice } from "../../content/script-notice.tsx";
import { DeliveryNotice } from "../../ui/feedback/delivery-notice.tsx";
import { ErrorSummary } from "../../ui/form/error-summary.tsx";
import { Form } from "../../ui/form/form.tsx";
import { FormProgress } from "../../ui/form/form-progress.tsx";
import { FormSection } from "../../ui/form/form-section.tsx";
import { outcomeId } from "../../ui/form/outcome-id.ts";
import { SentNotice } from "../../ui/feedback/sent-notice.tsx";
import { AdditionalFields } from "./additional-fields.tsx";
import { OwnerFields } from "./owner-fields.tsx";
import { PersonalFields } from "./personal-fields.tsx";
import { PropertyFields } from "./property-fields.tsx";
import type { SimulationTexts } from "./simulation-texts.ts";
import { useSimulationForm } from "./use-simulation-form.ts";

interface SimulationFormProps {
  texts: SimulationTexts;
  /** Version of the terms that the checkbox agrees to. */
  termsVersion: string | null;
}

/** The request for a simulation in four short sections (specification 2 and 5). */
export function SimulationForm({ texts, termsVersion }: SimulationFormProps) {
  const { field, problems, summary, submit, hasArrived, needsScript, ...delivery } =
    useSimulationForm(termsVersion);
  const sections = [
    { id: "dados-pessoais", title: texts.personalTitle, Fields: PersonalFields },
    { id: "dados-do-imovel", title: texts.propertyTitle, Fields: PropertyFields },
    { id: "dados-do-proprietario", title: texts.ownerTitle, Fields: OwnerFields },
    { id: "informacoes-adicionais", title: texts.additionalTitle, Fields: AdditionalFields },
  ];
  if (hasArrived && delivery.notice) {
    return <SentNotice {...delivery.notice} homeHref={paths.home} />;
  }
  return (
    <Form action={`${paths.simulation}#${outcomeId}`} className="simulation-form" onSubmit={submit}>
      <FormProgress sections={sections} />
      <div className="grid gap-6">
        <ErrorSummary ref={summary} title={texts.errorSummaryTitle} problems={problems} />
        {sections.map(({ id, title, Fields }) => (
          <FormSection key={id} id={id} title={title}>
            <Fields texts={texts} field={field} />
          </FormSection>
        ))}
        <p className="rounded-lg bg-sand-100 p-5 text-sm">{texts.costNote}</p>
        <DeliveryNotice {...delivery} contactHref={paths.contact} />
        {termsVersion && <input type="hidden" name="termsVersion" value={termsVersion} />}
        {needsScript && <ScriptNotice text="O envio precisa de JavaScript." />}
        <button
          type="submit"
          className="btn btn-primary btn-lg"
          disabled={delivery.isSending || !delivery.isAvailable}
        >
          {delivery.isSending ? texts.sendingLabel : texts.submitLabel}
        </button>
        <p className="text-soft text-xs">{texts.privacyNote}</p>
      </div>
    </Form>
  );
}
