import { todayInBrasilia } from "../../formats/today-in-brasilia.ts";
import { TextField } from "../../ui/text-field.tsx";
import type { SimulationTexts } from "./simulation-texts.ts";

/** Who asks; limits are those of specification 5. */
export function PersonalFields({ texts }: { texts: SimulationTexts }) {
  const { fields, whyLabel } = texts;
  return (
    <>
      <TextField
        name="fullName"
        texts={fields.fullName}
        whyLabel={whyLabel}
        className="sm:col-span-2"
        autoComplete="name"
        minLength={3}
        maxLength={100}
        required
      />
      <TextField
        name="email"
        type="email"
        texts={fields.email}
        whyLabel={whyLabel}
        autoComplete="email"
        maxLength={255}
        required
      />
      <TextField
        name="phone"
        type="tel"
        texts={fields.phone}
        whyLabel={whyLabel}
        autoComplete="tel-national"
        minLength={10}
        maxLength={15}
        required
      />
      <TextField
        name="cpf"
        texts={fields.cpf}
        whyLabel={whyLabel}
        inputMode="numeric"
        autoComplete="off"
        minLength={11}
        maxLength={14}
        required
      />
      <TextField
        name="birthDate"
        type="date"
        texts={fields.birthDate}
        whyLabel={whyLabel}
        autoComplete="bday"
        min="1920-01-01"
        // A cached page may have been rendered yesterday.
        max={todayInBrasilia()}
        suppressHydrationWarning
        required
      />
      <TextField
        name="monthlyIncome"
        texts={fields.monthlyIncome}
        whyLabel={whyLabel}
        inputMode="decimal"
        autoComplete="off"
        required
      />
      <TextField
        name="occupation"
        texts={fields.occupation}
        whyLabel={whyLabel}
        autoComplete="organization-title"
        minLength={2}
        maxLength={100}
        required
      />
    </>
  );
}
