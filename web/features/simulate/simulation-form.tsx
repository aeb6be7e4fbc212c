import { type ReactNode, useState } from "react";
import { usePublicForm } from "../../backend/use-public-form.ts";
import { paths } from "../../config/paths.ts";
import { DeliveryNotice, SentNotice } from "../../content/form-notices.tsx";
import type { SimulationQueryResult } from "../../content/sanity.types.ts";
import { ScriptNotice } from "../../content/script-notice.tsx";
import { Fields } from "../../ui/form/fields.tsx";
import { ErrorSummary, Form, FormProgress, FormSection, outcomeId } from "../../ui/form/form.tsx";
import { useNativeValidity } from "../../ui/form/use-validated-form.ts";
import { simulationRules } from "./simulation-rules.ts";

type QueryResult = NonNullable<SimulationQueryResult>;

export interface SimulationContent extends Pick<
  QueryResult,
  "result" | "whatsapp" | "termsVersion"
> {
  form: Omit<QueryResult["form"], `consent${string}`>;
  /** The sentence of the box that closes the form, piece by piece. */
  consent: { text: string; href?: string }[];
}

interface SimulationFormProps {
  content: SimulationContent;
  /** What stands above the form, and not above what became of it. */
  opening: ReactNode;
  /** What stands beside it on wide screens. */
  aside: ReactNode;
}

/** The request for a simulation in four short sections (specification 2 and 5). */
export function SimulationForm({ content, opening, aside }: SimulationFormProps) {
  const { form: texts } = content;
  // The one that was read, whatever is published while the form is filled in.
  const [{ termsVersion, consent }] = useState(content);
  const { form, field, problems, summary, submit, result, hasArrived, needsScript, ...delivery } =
    usePublicForm(simulationRules, {
      // Version of the terms that the checkbox agrees to.
      extra: termsVersion ? { termsVersion } : {},
      content,
      isPage: true,
    });
  useNativeValidity(form, simulationRules);
  const sections = [
    {
      id: "dados-pessoais",
      title: texts.personalTitle,
      step: texts.personalStep,
      name: "personal",
    },
    {
      id: "dados-do-imovel",
      title: texts.propertyTitle,
      step: texts.propertyStep,
      name: "property",
    },
    {
      id: "dados-do-proprietario",
      title: texts.ownerTitle,
      step: texts.ownerStep,
      name: "owner",
    },
    {
      id: "informacoes-adicionais",
      title: texts.additionalTitle,
      step: texts.additionalStep,
      name: "additional",
    },
  ];
  if (import.meta.env?.SSR && hasArrived && delivery.notice) {
    return (
      <>
        {opening}
        <div className="page-width grid gap-6 py-12">
          <SentNotice {...delivery.notice} />
          {result}
        </div>
      </>
    );
  }
  return (
    <>
      {!result && opening}
      <div
        className={`page-width ${result ? "below-header pb-section" : "pt-4 pb-12 lg:pt-14 lg:pb-section"}`}
      >
        {result}
        <Form
          hidden={result !== undefined}
          action={`${paths.simulation}#${outcomeId}`}
          className="simulation-form grid gap-x-[clamp(2rem,5vw,4.5rem)] gap-y-6 lg:grid-cols-[1fr_minmax(0,52rem)]"
          onSubmit={submit}
        >
          <div className="lg:sticky lg:top-28 lg:self-start">
            <FormProgress sections={sections} />
            <div className="mt-8 max-lg:hidden">{aside}</div>
          </div>
          <div className="grid gap-6">
            <ErrorSummary ref={summary} title={texts.errorSummaryTitle} problems={problems} />
            {sections.map(({ id, title, name }) => (
              <FormSection key={id} id={id} title={title}>
                <Fields
                  table={simulationRules}
                  section={name}
                  field={field}
                  texts={{ ...texts.fields, acceptedTerms: { label: <Consent parts={consent} /> } }}
                  whyLabel={texts.whyLabel}
                  choosePlaceholder={texts.choosePlaceholder}
                />
              </FormSection>
            ))}
            <p className="rounded-lg bg-sand-100 p-5 text-sm">{texts.costNote}</p>
            <DeliveryNotice {...delivery} />
            {termsVersion && <input type="hidden" name="termsVersion" value={termsVersion} />}
            {/* Browsers with scripts do not make what is inside, nor load it. */}
            {needsScript &&
              (import.meta.env?.SSR ? <ScriptNotice about="sending" /> : <noscript />)}
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
      </div>
    </>
  );
}

function Consent({ parts }: { parts: SimulationContent["consent"] }) {
  return parts.map(({ text, href }) =>
    href ? (
      <a
        key={href}
        href={href}
        target="_blank"
        rel="noopener"
        className="font-semibold text-petrol-600 underline"
      >
        {text}
      </a>
    ) : (
      text
    ),
  );
}
