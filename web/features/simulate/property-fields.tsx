import { MaskedField } from "../../ui/form/masked-field.tsx";
import { stateOptions } from "./state-options.ts";
import { SelectField } from "../../ui/form/select-field.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import type { SimulationSectionProps } from "./simulation-texts.ts";

/** What is to be rented; limits are those of specification 5. */
export function PropertyFields({ texts, field }: SimulationSectionProps) {
  const { fields, whyLabel } = texts;
  return (
    <>
      <TextField
        {...field("propertyAddress")}
        texts={fields.propertyAddress}
        whyLabel={whyLabel}
        className="sm:col-span-2"
        autoComplete="off"
        minLength={5}
        maxLength={200}
        required
      />
      <TextField
        {...field("propertyCity")}
        texts={fields.propertyCity}
        whyLabel={whyLabel}
        autoComplete="off"
        minLength={2}
        maxLength={100}
        required
      />
      <SelectField
        {...field("propertyState")}
        texts={fields.propertyState}
        whyLabel={whyLabel}
        options={stateOptions}
        choosePlaceholder={texts.choosePlaceholder}
        required
      />
      <MaskedField
        {...field("rentalValue")}
        mask="money"
        texts={fields.rentalValue}
        whyLabel={whyLabel}
        inputMode="decimal"
        autoComplete="off"
        required
      />
    </>
  );
}
