import type { ReactNode } from "react";

interface FormSectionProps {
  id: string;
  title: string;
  children: ReactNode;
}

/** A group of fields with its title; two columns where there is room. */
export function FormSection({ id, title, children }: FormSectionProps) {
  return (
    <fieldset id={id} className="form-section card card-border">
      <legend className="text-card font-bold">{title}</legend>
      <div className="form-grid">{children}</div>
    </fieldset>
  );
}
