import { TextField } from "../../ui/text-field.tsx";
import type { SimulationTexts } from "./simulation-texts.ts";

/** Whose property it is; limits are those of specification 5. */
export function OwnerFields({ texts }: { texts: SimulationTexts }) {
  const { fields, whyLabel } = texts;
  return (
    <>
      <TextField
        name="ownerName"
        texts={fields.ownerName}
        whyLabel={whyLabel}
        autoComplete="off"
        minLength={3}
        maxLength={100}
        required
      />
      <TextField
        name="ownerContact"
        type="tel"
        texts={fields.ownerContact}
        whyLabel={whyLabel}
        autoComplete="off"
        minLength={10}
        maxLength={15}
        required
      />
    </>
  );
}
