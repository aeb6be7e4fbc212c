import { Fragment, type ReactElement, createElement } from "react";

interface TextInput<Props> {
  value?: string | undefined;
  renderDefault: (props: Props) => ReactElement;
}

const style = { margin: "0.4em 0 0", fontSize: "0.75rem", textAlign: "right" } as const;

/** Makes a text input that counts characters. It uses no JSX, because Node.js loads the schema and cannot read JSX. */
export function countedInput(limit: number) {
  return function CountedInput<Props extends TextInput<Props>>(props: Props) {
    const { length } = props.value ?? "";
    const count = createElement("p", { style }, `${length} de ${limit} caracteres`);
    return createElement(Fragment, {}, props.renderDefault(props), count);
  };
}
