import { Select } from "@sanity/ui";
import { type StringInputProps, set, unset } from "sanity";

interface ChoiceInputProps extends StringInputProps {
  choices: readonly { value: string; title: string }[];
  /** What it is called to choose none of them. */
  none: string;
}

/** One value of a list that is not part of the schema; one that is no longer in it stays visible. */
export function ChoiceInput({ choices, none, value, onChange, ...props }: ChoiceInputProps) {
  const readOnly = props.readOnly === true;
  const isListed = !value || choices.some((choice) => choice.value === value);
  return (
    <Select
      {...props.elementProps}
      value={value ?? ""}
      readOnly={readOnly}
      disabled={readOnly}
      onChange={({ currentTarget }) =>
        onChange(currentTarget.value ? set(currentTarget.value) : unset())
      }
    >
      <option value="">{none}</option>
      {!isListed && <option value={value}>{value}</option>}
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.title}
        </option>
      ))}
    </Select>
  );
}
