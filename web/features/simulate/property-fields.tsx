import { brazilianStates } from "../../formats/brazilian-states.ts";
import { SelectField } from "../../ui/select-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import type { SimulationTexts } from "./simulation-texts.ts";

/** What is to be rented; limits are those of specification 5. */
export function PropertyFields({ texts }: { texts: SimulationTexts }) {
  const { fields, whyLabel } = texts;
  return (
    <>
      <TextField
        name="propertyAddress"
        texts={fields.propertyAddress}
        whyLabel={whyLabel}
        className="sm:col-span-2"
        autoComplete="off"
        minLength={5}
        maxLength={200}
        required
      />
      <TextField
        name="propertyCity"
        texts={fields.propertyCity}
        whyLabel={whyLabel}
        autoComplete="off"
        minLength={2}
        maxLength={100}
        required
      />
      <SelectField
        name="propertyState"
        texts={fields.propertyState}
        whyLabel={whyLabel}
        options={brazilianStates}
        choosePlaceholder={texts.choosePlaceholder}
        required
      />
      <TextField
        name="rentalValue"
        texts={fields.rentalValue}
        whyLabel={whyLabel}
        inputMode="decimal"
        autoComplete="off"
        required
      />
    </>
  );
}
