import { type ReactNode, useState } from "react";
import { usePublicForm } from "../../../backend/use-public-form.ts";
import { paths } from "../../../config/paths.ts";
import { DeliveryNotice, SentNotice } from "../../../content/form-notices.tsx";
import type { SimulationQueryResult } from "../../../content/sanity.types.ts";
import { ScriptNotice } from "../../../content/script-notice.tsx";
import { Fields } from "../../../ui/form/fields.tsx";
import {
  ErrorSummary,
  Form,
  FormProgress,
  FormSection,
  outcomeId,
} from "../../../ui/form/form.tsx";
import { useNativeValidity } from "../../../ui/form/use-validated-form.ts";
import { simulationRules } from "./simulation-rules.ts";

type QueryResult = NonNullable<SimulationQueryResult>;

export interface SimulationContent extends Pick<
  QueryResult,
  "result" | "whatsapp" | "termsVersion"
> {
  form: Omit<QueryResult["form"], `consent${string}`>;
  /** Parts of the consent sentence beside the last checkbox of the form. A part with `href` is a link. */
  consent: { text: string; href?: string }[];
}

interface SimulationFormProps {
  content: SimulationContent;
  /** Content above the form. After sending, the result replaces this content and the form. */
  opening: ReactNode;
  aside: ReactNode;
}

/** Shows the simulation form in four short sections (sections 2 and 5 of the specification). */
export function SimulationForm({ content, opening, aside }: SimulationFormProps) {
  const { form: texts } = content;
  // The texts stay the same when editors publish new texts, because the person consents to the version on the page.
  const [{ termsVersion, consent }] = useState(content);
  const { form, field, problems, summary, submit, result, hasArrived, needsScript, ...delivery } =
    usePublicForm(simulationRules, {
      // Version of the terms that the consent checkbox names.
      extra: termsVersion ? { termsVersion } : {},
      content,
      isPage: true,
    });
  useNativeValidity(form, simulationRules);
  const sections = (
    [
      ["personal", "dados-pessoais"],
      ["property", "dados-do-imovel"],
      ["owner", "dados-do-proprietario"],
      ["additional", "informacoes-adicionais"],
    ] as const
  ).map(([name, id]) => ({ id, name, title: texts[`${name}Title`], step: texts[`${name}Step`] }));
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
            {/* Only the server renders the text, because browsers that run scripts never show it. */}
            {needsScript &&
              (import.meta.env?.SSR ? <ScriptNotice about="sending" /> : <noscript />)}
            <button
              type="submit"
              className="btn btn-primary btn-lg"
              disabled={delivery.isSending || !delivery.isAvailable}
            >
              {delivery.isSending ? texts.sendingLabel : texts.submitLabel}
            </button>
            <p className="text-soft text-sm">{texts.privacyNote}</p>
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
