import { type ComponentProps, type FocusEvent, type ReactNode, useEffect, useState } from "react";
import type { InputMaskName } from "../../formats/input-masks.ts";
import { Icon } from "../brand/icons.tsx";
import { loadOptionalPart } from "../layout/load-optional-part.ts";

/** The words around a form field, as editors wrote them. */
export interface FieldTexts {
  label: ReactNode;
  placeholder?: string | null;
  help?: string | null;
  /** Why the datum is asked for; unfolds on request. */
  why?: string | null;
}

/** What every kind of field takes besides the attributes of its control. */
interface FieldProps {
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

/**
 * The class by which a control is painted right or wrong. What may be left empty is not painted right
 * for being so.
 */
function judged(required: boolean | undefined, error: string | undefined): string {
  return required || error ? "validator" : "";
}

/** Parts the props of a kind of field into those of the field and those of its control. */
function splitFieldProps<Props extends FieldProps>(props: Props) {
  const { name, id, texts, whyLabel, error, starred, className, ...attributes } = props;
  const field = { name, texts, id, whyLabel, error, starred, className };
  return [field, attributes] as const;
}

interface FieldFrameProps extends FieldProps {
  renderControl: (attributes: ControlAttributes) => ReactNode;
}

/** Label, control, help and error of one datum, tied together for assistive technology. */
function Field(props: FieldFrameProps) {
  const { name, id = name, texts, whyLabel, error, starred, className = "", renderControl } = props;
  const helpId = `${id}-ajuda`;
  const errorId = `${id}-erro`;
  const describedBy = [texts.help && helpId, error && errorId].filter(Boolean).join(" ");
  return (
    <div className={`fieldset grid-cols-1 ${className}`}>
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
        <p id={helpId} className="text-xs text-muted">
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
          className={`${attributes.type === "file" ? "file-input w-full" : "input"} ${judged(attributes.required, field.error)}`}
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

type TextAreaFieldProps = FieldProps & Omit<ComponentProps<"textarea">, keyof FieldProps>;

/** Several lines of text. */
export function TextAreaField(props: TextAreaFieldProps) {
  const [field, attributes] = splitFieldProps(props);
  return (
    <Field
      {...field}
      renderControl={(tied) => (
        <textarea
          className={`textarea h-auto ${judged(attributes.required, field.error)}`}
          placeholder={field.texts.placeholder ?? undefined}
          {...attributes}
          {...tied}
        />
      )}
    />
  );
}

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
        <select
          className={`select ${judged(attributes.required, field.error)}`}
          defaultValue=""
          {...attributes}
          {...tied}
        >
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

interface MaskedFieldProps extends TextFieldProps {
  mask: InputMaskName;
}

interface Masked {
  input: HTMLInputElement;
  InputMask: typeof import("./input-mask.tsx").InputMask;
}

/**
 * A text field that is formatted while one types or pastes. The masks are loaded when somebody
 * comes to such a field; without them it takes the same, as it was typed.
 */
export function MaskedField({ mask, onFocus, ...props }: MaskedFieldProps) {
  const { name } = props;
  const [masked, setMasked] = useState<Masked>();

  useEffect(() => {
    // Who came before the application is in the field already.
    const { activeElement } = document;
    if (activeElement instanceof HTMLInputElement && activeElement.name === name) {
      void loadMaskFor(activeElement).then(setMasked);
    }
  }, [name]);

  function focus(event: FocusEvent<HTMLInputElement>) {
    if (!masked) void loadMaskFor(event.currentTarget).then(setMasked);
    onFocus?.(event);
  }
  return (
    <>
      <TextField {...props} onFocus={focus} />
      {masked && <masked.InputMask input={masked.input} name={mask} />}
    </>
  );
}

async function loadMaskFor(input: HTMLInputElement): Promise<Masked | undefined> {
  const part = await loadOptionalPart(() => import("./input-mask.tsx"));
  return part && { input, InputMask: part.InputMask };
}
