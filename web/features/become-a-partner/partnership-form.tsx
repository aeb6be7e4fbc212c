import type { PartnersQueryResult } from "../../content/sanity.types.ts";
import { SelectField } from "../../ui/select-field.tsx";
import { TextAreaField } from "../../ui/text-area-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { propertyTypes } from "./property-types.ts";

type PartnershipTexts = NonNullable<PartnersQueryResult>["form"];

const typeOptions = propertyTypes.map((type) => ({ value: type, label: type }));

/** The request for a partnership; limits are those of specification 5. */
export function PartnershipForm({ texts }: { texts: PartnershipTexts }) {
  const { fields } = texts;
  return (
    <form method="post" className="form-card">
      <div className="form-grid">
        <TextField
          name="partnerName"
          texts={fields.partnerName}
          autoComplete="name"
          minLength={3}
          required
          starred
        />
        <TextField
          name="companyName"
          texts={fields.companyName}
          autoComplete="organization"
          minLength={2}
          required
          starred
        />
        <TextField
          name="email"
          type="email"
          texts={fields.email}
          autoComplete="email"
          required
          starred
        />
        <TextField
          name="phone"
          type="tel"
          texts={fields.phone}
          autoComplete="tel-national"
          minLength={10}
          required
          starred
        />
        <TextField
          name="propertyAddress"
          texts={fields.propertyAddress}
          className="sm:col-span-2"
          autoComplete="off"
          minLength={5}
          required
          starred
        />
        <TextField
          name="propertyCity"
          texts={fields.propertyCity}
          autoComplete="off"
          minLength={2}
          required
          starred
        />
        <TextField
          name="propertyState"
          texts={fields.propertyState}
          autoComplete="off"
          autoCapitalize="characters"
          minLength={2}
          maxLength={2}
          required
          starred
        />
        <SelectField
          name="propertyType"
          texts={fields.propertyType}
          options={typeOptions}
          choosePlaceholder={texts.choosePlaceholder}
          required
          starred
        />
        <TextField
          name="propertyValue"
          texts={fields.propertyValue}
          inputMode="decimal"
          autoComplete="off"
          required
          starred
        />
        <TextAreaField name="message" texts={fields.message} className="sm:col-span-2" rows={4} />
      </div>
      <p className="text-soft my-6 text-sm">{texts.requiredNote}</p>
      <button type="submit" className="btn btn-primary btn-lg w-full">
        {texts.submitLabel}
      </button>
    </form>
  );
}
