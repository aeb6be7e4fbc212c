import { MaskedField } from "../../ui/form/masked-field.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import type { SimulationSectionProps } from "./simulation-texts.ts";

/** Whose property it is; limits are those of specification 5. */
export function OwnerFields({ texts, field }: SimulationSectionProps) {
  const { fields, whyLabel } = texts;
  return (
    <>
      <TextField
        {...field("ownerName")}
        texts={fields.ownerName}
        whyLabel={whyLabel}
        autoComplete="off"
        minLength={3}
        maxLength={100}
        required
      />
      <MaskedField
        {...field("ownerContact")}
        mask="phone"
        type="tel"
        texts={fields.ownerContact}
        whyLabel={whyLabel}
        autoComplete="off"
        required
      />
    </>
  );
}
