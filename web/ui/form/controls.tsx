import {
  type ComponentProps,
  type ComponentType,
  type FocusEvent,
  type ReactNode,
  useEffect,
  useState,
} from "react";
import type { InputMaskName } from "./input-mask.tsx";
import { Icon } from "../brand/icons.tsx";
import { loadOptionalPart } from "../layout/load-optional-part.ts";

export interface FieldTexts {
  label: ReactNode;
  placeholder?: string | null;
  help?: string | null;
  /** Reason why the form asks for this value, shown on request. */
  why?: string | null;
}

interface FieldProps {
  /** Name of the field in the sent data. It is also the default id of the control. */
  name: string;
  id?: string | undefined;
  texts: FieldTexts;
  whyLabel?: string | undefined;
  /** Error message below the field. It also marks the field as invalid. */
  error?: string | undefined;
  /** True when the label gets an asterisk, which marks a required field. */
  starred?: boolean | undefined;
  className?: string | undefined;
}

/** HTML attributes that connect a control with its label, help text and error message. */
export interface ControlAttributes {
  id: string;
  name: string;
  "aria-describedby"?: string;
  "aria-invalid"?: true;
}

/** Returns the class for validation colours. An empty optional field is not coloured as valid. */
function judged(required: boolean | undefined, error: string | undefined): string {
  return required || error ? "validator" : "";
}

function splitFieldProps<Props extends FieldProps>(props: Props) {
  const { name, id, texts, whyLabel, error, starred, className, ...attributes } = props;
  const field = { name, texts, id, whyLabel, error, starred, className };
  return [field, attributes] as const;
}

interface FieldFrameProps extends FieldProps {
  renderControl: (attributes: ControlAttributes) => ReactNode;
}

/** Shows a control with its label, help text and error message, connected for screen readers. */
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

/** Shows a single-line input for text, dates or e-mail addresses. Accepts what react-hook-form's `register` returns. */
export function TextField(props: TextFieldProps) {
  const [field, attributes] = splitFieldProps(props);
  return (
    <Field
      {...field}
      renderControl={(tied) => (
        <input
          type="text"
          className={`${attributes.type === "file" ? "file-input w-full" : "input"} ${judged(attributes.required, field.error)}`}
          // Date inputs get no placeholder, because browsers show a placeholder of their own.
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
  /** Text shown while nothing is chosen, unless the field has its own placeholder. */
  choosePlaceholder: string;
}

type SelectFieldProps = SelectFieldOwnProps &
  Omit<ComponentProps<"select">, keyof SelectFieldOwnProps>;

/** Shows a list of options. No option is chosen at first. Only an optional field can be emptied after a choice. */
export function SelectField({ options, choosePlaceholder, ...props }: SelectFieldProps) {
  const [field, attributes] = splitFieldProps(props);
  return (
    <Field
      {...field}
      renderControl={(tied) => (
        <select
          className={`select ${judged(attributes.required, field.error)}`}
          // React does not accept `value` together with `defaultValue`.
          {...(attributes.value === undefined && { defaultValue: "" })}
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
  children: ReactNode;
}

type CheckboxFieldProps = CheckboxFieldOwnProps &
  Omit<ComponentProps<"input">, keyof CheckboxFieldOwnProps>;

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

interface MaskPart {
  /** Component that acts on an input which another component renders. */
  InputMask: ComponentType<{ input: HTMLInputElement; name?: InputMaskName | undefined }>;
}

export type LoadMask = () => Promise<MaskPart>;

interface MaskedFieldProps extends TextFieldProps {
  mask?: InputMaskName | undefined;
  /** Loads another component in place of the mask. */
  load?: LoadMask | undefined;
}

interface Masked extends MaskPart {
  input: HTMLInputElement;
}

const loadMask: LoadMask = () => import("./input-mask.tsx");

/** Shows a text field with a mask. The mask's code loads at the first focus. Before that, text stays as typed. */
export function MaskedField({ mask, load = loadMask, onFocus, ...props }: MaskedFieldProps) {
  const { name } = props;
  const [masked, setMasked] = useState<Masked>();

  useEffect(() => {
    // A field that had the focus before hydration gets no further focus event, so the mask loads now.
    const { activeElement } = document;
    if (activeElement instanceof HTMLInputElement && activeElement.name === name) {
      void loadMaskFor(activeElement, load).then(setMasked);
    }
  }, [name, load]);

  function focus(event: FocusEvent<HTMLInputElement>) {
    if (!masked) void loadMaskFor(event.currentTarget, load).then(setMasked);
    onFocus?.(event);
  }
  return (
    <>
      <TextField {...props} onFocus={focus} />
      {masked && <masked.InputMask input={masked.input} name={mask} />}
    </>
  );
}

async function loadMaskFor(input: HTMLInputElement, load: LoadMask): Promise<Masked | undefined> {
  const part = await loadOptionalPart(load);
  return part && { input, InputMask: part.InputMask };
}
