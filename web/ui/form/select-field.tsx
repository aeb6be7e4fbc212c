import type { ComponentProps } from "react";
import { Field, type FieldProps, splitFieldProps } from "./field.tsx";

interface SelectFieldOwnProps extends FieldProps {
  options: readonly { value: string; label: string }[];
  /** Shown while nothing is chosen, unless the field has a placeholder of its own. */
  choosePlaceholder: string;
}

type SelectFieldProps = SelectFieldOwnProps &
  Omit<ComponentProps<"select">, keyof SelectFieldOwnProps>;

/** A choice among known values; nothing is chosen at first, nor later unless it is optional. */
export function SelectField({ options, choosePlaceholder, ...props }: SelectFieldProps) {
  const [field, attributes] = splitFieldProps(props);
  return (
    <Field
      {...field}
      renderControl={(tied) => (
        <select className="select validator" defaultValue="" {...attributes} {...tied}>
          <option value="" disabled={attributes.required}>
            {field.texts.placeholder ?? choosePlaceholder}
          </option>
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    />
  );
}
