import { paths } from "../../config/paths.ts";
import { CheckboxField } from "../../ui/form/checkbox-field.tsx";
import { TextAreaField } from "../../ui/form/text-area-field.tsx";
import type { SimulationSectionProps } from "./simulation-texts.ts";

/** Anything else, and the consent that closes the form. */
export function AdditionalFields({ texts, field }: SimulationSectionProps) {
  const { fields, whyLabel, consentText, consentLinkLabel, consentTextAfter } = texts;
  return (
    <>
      <TextAreaField
        {...field("comments")}
        texts={fields.comments}
        whyLabel={whyLabel}
        className="sm:col-span-2"
        rows={4}
        maxLength={1000}
      />
      <CheckboxField {...field("acceptedTerms")} className="sm:col-span-2" required>
        {consentText}{" "}
        <a
          href={paths.terms}
          target="_blank"
          rel="noopener"
          className="font-semibold text-petrol-600 underline"
        >
          {consentLinkLabel}
        </a>{" "}
        {consentTextAfter}
      </CheckboxField>
    </>
  );
}
