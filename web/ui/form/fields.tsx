import type { FieldValues, Path } from "react-hook-form";
import { todayInBrasilia } from "#contracts/fields/formats.ts";
import {
  CheckboxField,
  type FieldTexts,
  MaskedField,
  SelectField,
  TextAreaField,
  TextField,
} from "./controls.tsx";
import type { FieldTable } from "./field-table.ts";
import type { ValidatedForm } from "./use-validated-form.ts";

interface FieldsProps<Input extends FieldValues, Output extends FieldValues> {
  table: FieldTable<Input, Output>;
  field: ValidatedForm<Input, Output>["field"];
  /** Texts by field name. The label of a checkbox is the sentence beside the box. */
  texts: Readonly<Record<Path<Input>, FieldTexts>>;
  section?: string;
  whyLabel?: string;
  choosePlaceholder?: string;
  areStarred?: boolean;
}

export function Fields<Input extends FieldValues, Output extends FieldValues>(
  props: FieldsProps<Input, Output>,
) {
  const { table, section } = props;
  return table.names
    .filter((name) => table.looks[name].section === section)
    .map((name) => <FieldOfTable key={name} {...props} name={name} />);
}

function FieldOfTable<Input extends FieldValues, Output extends FieldValues>(
  props: FieldsProps<Input, Output> & { name: Path<Input> },
) {
  const { table, field, name, texts, whyLabel, choosePlaceholder = "", areStarred } = props;
  const look = table.looks[name];
  const { required, ...lengths } = table.limitsOf(name);
  const place = { ...field(name), className: look.isWide ? "sm:col-span-2" : "", required };
  if (look.control === "checkbox") {
    return <CheckboxField {...place}>{texts[name].label}</CheckboxField>;
  }
  const starred = areStarred && required;
  const labelled = { ...place, id: look.id, texts: texts[name], whyLabel, starred };
  if (look.control === "select") {
    const { options } = look;
    return <SelectField {...labelled} options={options} choosePlaceholder={choosePlaceholder} />;
  }
  if (look.control === "textarea") return <TextAreaField {...labelled} rows={4} {...lengths} />;

  const { autoComplete = "off", autoCapitalize, spellCheck } = look;
  const input = { ...labelled, ...lengths, autoComplete, autoCapitalize, spellCheck };
  if (look.control === "money") return <MaskedField {...input} mask="money" inputMode="decimal" />;
  if (look.control === "date") {
    // HTML cached yesterday may have an earlier `max` than the browser computes. React must not report this.
    const range = {
      min: look.min,
      max: look.max ?? todayInBrasilia(),
      suppressHydrationWarning: true,
    };
    return <TextField {...input} type="date" {...range} />;
  }
  if (look.control === "password") return <look.Control {...input} />;
  const { control: type, mask, load, inputMode } = look;
  if (mask || load) {
    return <MaskedField {...input} type={type} mask={mask} load={load} inputMode={inputMode} />;
  }
  return <TextField {...input} type={type} inputMode={inputMode} />;
}
