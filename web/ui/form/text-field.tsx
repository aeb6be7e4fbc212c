import type { ComponentProps } from "react";
import { Field, type FieldProps, splitFieldProps } from "./field.tsx";

export type TextFieldProps = FieldProps & Omit<ComponentProps<"input">, keyof FieldProps>;

/** One line of text, a date, an e-mail; takes what a form library registers it with. */
export function TextField(props: TextFieldProps) {
  const [field, attributes] = splitFieldProps(props);
  return (
    <Field
      {...field}
      renderControl={(tied) => (
        <input
          type="text"
          className="input validator"
          // Browsers write their own into a date.
          placeholder={
            attributes.type === "date" ? undefined : (field.texts.placeholder ?? undefined)
          }
          {...attributes}
          {...tied}
        />
      )}
    />
  );
}
