import type { ComponentProps } from "react";
import { Field, type FieldProps, splitFieldProps } from "./field.tsx";

type TextAreaFieldProps = FieldProps & Omit<ComponentProps<"textarea">, keyof FieldProps>;

/** Several lines of text. */
export function TextAreaField(props: TextAreaFieldProps) {
  const [field, attributes] = splitFieldProps(props);
  return (
    <Field
      {...field}
      renderControl={(tied) => (
        <textarea
          className="textarea validator"
          placeholder={field.texts.placeholder ?? undefined}
          {...attributes}
          {...tied}
        />
      )}
    />
  );
}
