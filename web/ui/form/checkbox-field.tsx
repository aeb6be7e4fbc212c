import type { ComponentProps, ReactNode } from "react";

interface CheckboxFieldOwnProps {
  name: string;
  error?: string | undefined;
  className?: string;
  /** The sentence that is agreed to; it may hold links. */
  children: ReactNode;
}

type CheckboxFieldProps = CheckboxFieldOwnProps &
  Omit<ComponentProps<"input">, keyof CheckboxFieldOwnProps>;

/** A box to tick beside a sentence, with its error. */
export function CheckboxField(props: CheckboxFieldProps) {
  const { name, error, className = "", children, ...attributes } = props;
  const errorId = `${name}-erro`;
  return (
    <div className={`field ${className}`}>
      <div className="flex items-start gap-3">
        <input
          type="checkbox"
          className="check"
          {...attributes}
          id={name}
          name={name}
          {...(error ? { "aria-invalid": true, "aria-describedby": errorId } : {})}
        />
        <label htmlFor={name}>{children}</label>
      </div>
      {error && (
        <p id={errorId} className="field-error">
          {error}
        </p>
      )}
    </div>
  );
}
