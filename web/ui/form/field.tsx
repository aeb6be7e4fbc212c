import type { ReactNode } from "react";
import { Icon } from "../brand/icon.tsx";

/** The words around a form field, as editors wrote them. */
export interface FieldTexts {
  label: ReactNode;
  placeholder?: string | null;
  help?: string | null;
  /** Why the datum is asked for; unfolds on request. */
  why?: string | null;
}

/** What every kind of field takes besides the attributes of its control. */
export interface FieldProps {
  /** Field name of the payload; the control's id too, unless given. */
  name: string;
  id?: string | undefined;
  texts: FieldTexts;
  /** Label of the disclosure that shows `texts.why`. */
  whyLabel?: string | undefined;
  /** Message under the field; its presence marks the field as wrong. */
  error?: string | undefined;
  /** Puts the asterisk of required fields beside the label. */
  starred?: boolean | undefined;
  className?: string | undefined;
}

/** Attributes that tie a control to its label, help and error. */
export interface ControlAttributes {
  id: string;
  name: string;
  "aria-describedby"?: string;
  "aria-invalid"?: true;
}

/** Parts the props of a kind of field into those of the field and those of its control. */
export function splitFieldProps<Props extends FieldProps>(props: Props) {
  const { name, id, texts, whyLabel, error, starred, className, ...attributes } = props;
  const field = { name, texts, id, whyLabel, error, starred, className };
  return [field, attributes] as const;
}

interface FieldFrameProps extends FieldProps {
  renderControl: (attributes: ControlAttributes) => ReactNode;
}

/** Label, control, help and error of one datum, tied together for assistive technology. */
export function Field(props: FieldFrameProps) {
  const { name, id = name, texts, whyLabel, error, starred, className = "", renderControl } = props;
  const helpId = `${id}-ajuda`;
  const errorId = `${id}-erro`;
  const describedBy = [texts.help && helpId, error && errorId].filter(Boolean).join(" ");
  return (
    <div className={`fieldset ${className}`}>
      <label htmlFor={id} className="fieldset-legend">
        {texts.label}
        {starred && <span aria-hidden="true"> *</span>}
      </label>
      {renderControl({
        id,
        name,
        ...(describedBy ? { "aria-describedby": describedBy } : {}),
        ...(error ? { "aria-invalid": true as const } : {}),
      })}
      {error && (
        <p id={errorId} className="validator-hint">
          {error}
        </p>
      )}
      {texts.help && (
        <p id={helpId} className="label">
          {texts.help}
        </p>
      )}
      {texts.why && whyLabel && (
        <details className="group text-xs">
          <summary className="-my-2 inline-flex min-h-11 items-center gap-1 font-semibold text-petrol-600">
            {whyLabel}
            <span className="sr-only">: {texts.label}</span>
            <Icon name="chevron" className="size-4 group-open:-rotate-180" />
          </summary>
          <p className="text-soft pb-2">{texts.why}</p>
        </details>
      )}
    </div>
  );
}
