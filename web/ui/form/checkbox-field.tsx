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
    <div className={`fieldset grid-cols-[auto_1fr] gap-x-3 ${className}`}>
      <input
        type="checkbox"
        className="checkbox checkbox-primary validator"
        {...attributes}
        id={name}
        name={name}
        {...(error ? { "aria-invalid": true, "aria-describedby": errorId } : {})}
      />
      <label htmlFor={name} className="text-base">
        {children}
      </label>
      {error && (
        <p id={errorId} className="validator-hint col-span-2">
          {error}
        </p>
      )}
    </div>
  );
}
