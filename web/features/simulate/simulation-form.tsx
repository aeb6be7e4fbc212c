import { type ReactNode, useEffect, useState } from "react";
import { browserStorage } from "../../backend/browser-storage.ts";
import { usePublicForm } from "../../backend/use-public-form.ts";
import { paths } from "../../config/paths.ts";
import { DeliveryNotice, SentNotice } from "../../content/form-notices.tsx";
import type { SimulationQueryResult } from "../../content/sanity.types.ts";
import { ScriptNotice } from "../../content/script-notice.tsx";
import { Fields } from "../../ui/form/fields.tsx";
import { ErrorSummary, Form, FormProgress, FormSection, outcomeId } from "../../ui/form/form.tsx";
import { useNativeValidity } from "../../ui/form/use-validated-form.ts";
import { loadOptionalPart } from "../../ui/layout/load-optional-part.ts";
import { receiptKey, simulationRules } from "./simulation-rules.ts";

type QueryResult = NonNullable<SimulationQueryResult>;

export interface SimulationContent extends Pick<
  QueryResult,
  "result" | "whatsapp" | "termsVersion"
> {
  form: Omit<QueryResult["form"], `consent${string}`>;
  /** The sentence of the box that closes the form, piece by piece. */
  consent: { text: string; href?: string }[];
}

/** With what a browser's own post is answered; other browsers load it once theirs arrived. */
const native = import.meta.env?.SSR ? await import("./simulation-result.tsx") : null;

/** The request for a simulation in four short sections (specification 2 and 5). */
export function SimulationForm({ content }: { content: SimulationContent }) {
  const { form: texts } = content;
  // The one that was read, whatever is published while the form is filled in.
  const [{ termsVersion, consent }] = useState(content);
  const { result, load } = useSimulationResult(content);
  const { form, field, problems, summary, submit, answer, hasArrived, needsScript, ...delivery } =
    usePublicForm(
      simulationRules,
      // Version of the terms that the checkbox agrees to.
      termsVersion ? { termsVersion } : {},
      (arrived, { email }) => load(arrived, email),
    );
  useNativeValidity(form, simulationRules);
  const sections = [
    { id: "dados-pessoais", title: texts.personalTitle, name: "personal" },
    { id: "dados-do-imovel", title: texts.propertyTitle, name: "property" },
    { id: "dados-do-proprietario", title: texts.ownerTitle, name: "owner" },
    { id: "informacoes-adicionais", title: texts.additionalTitle, name: "additional" },
  ];
  if (import.meta.env?.SSR && native && hasArrived && delivery.notice) {
    const receipt = native.readReceipt(answer);
    return (
      <div className="grid gap-6">
        <SentNotice {...delivery.notice} />
        {receipt && <native.SimulationResult content={content} receipt={receipt} />}
      </div>
    );
  }
  return (
    <>
      {result}
      <Form
        hidden={result !== undefined}
        action={`${paths.simulation}#${outcomeId}`}
        className="simulation-form"
        onSubmit={submit}
      >
        <FormProgress sections={sections} />
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
          {needsScript && (import.meta.env?.SSR ? <ScriptNotice about="sending" /> : <noscript />)}
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

/** Of the form that is in the page when one arrives, be it another than the one that sent. */
let showInPage: ((result: ReactNode) => void) | undefined;

/**
 * What is shown in the place of a form that arrived, now or before a reload; undefined before.
 * Loaded only then, because everybody would pay for it. Where it cannot be had, the empty form stays.
 */
function useSimulationResult(
  content: Pick<NonNullable<SimulationQueryResult>, "result" | "whatsapp">,
) {
  const [result, setResult] = useState<ReactNode>();
  const load = (answer?: unknown, email?: string) =>
    void loadOptionalPart(() => import("./simulation-result.tsx")).then((part) =>
      part?.showResult({ content, answer, email, show: (shown) => showInPage?.(shown) }),
    );
  useEffect(() => {
    showInPage = setResult;
    if (browserStorage("sessionStorage").getItem(receiptKey)) load();
    return () => void (showInPage = undefined);
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return { result, load };
}
