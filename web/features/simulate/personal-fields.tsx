import { MaskedField } from "../../ui/form/masked-field.tsx";
import { todayInBrasilia } from "../../../supabase/functions/_shared/contracts/formats/today-in-brasilia.ts";
import { TextField } from "../../ui/form/text-field.tsx";
import type { SimulationSectionProps } from "./simulation-texts.ts";

/** Who asks; limits are those of specification 5. */
export function PersonalFields({ texts, field }: SimulationSectionProps) {
  const { fields, whyLabel } = texts;
  return (
    <>
      <TextField
        {...field("fullName")}
        texts={fields.fullName}
        whyLabel={whyLabel}
        className="sm:col-span-2"
        autoComplete="name"
        minLength={3}
        maxLength={100}
        required
      />
      <TextField
        {...field("email")}
        type="email"
        texts={fields.email}
        whyLabel={whyLabel}
        autoComplete="email"
        maxLength={255}
        required
      />
      <MaskedField
        {...field("phone")}
        mask="phone"
        type="tel"
        texts={fields.phone}
        whyLabel={whyLabel}
        autoComplete="tel"
        required
      />
      <MaskedField
        {...field("cpf")}
        mask="cpf"
        texts={fields.cpf}
        whyLabel={whyLabel}
        inputMode="numeric"
        autoComplete="off"
        required
      />
      <TextField
        {...field("birthDate")}
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
      <MaskedField
        {...field("monthlyIncome")}
        mask="money"
        texts={fields.monthlyIncome}
        whyLabel={whyLabel}
        inputMode="decimal"
        autoComplete="off"
        required
      />
      <TextField
        {...field("occupation")}
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
