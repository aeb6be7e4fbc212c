import type { ComponentProps, ReactNode } from "react";
import { FormAlert } from "../form/form.tsx";
import { SpinnerRing } from "./states.tsx";

interface ButtonProps extends ComponentProps<"button"> {
  /** True while the action runs. The button then shows a spinner and does nothing, unless `disabled` is given. */
  isBusy?: boolean;
}

/** Shows a button, which submits its form unless `onClick` is given. `className` is the look, by default an outline. */
export function Button(props: ButtonProps) {
  const { isBusy = false, className = "btn-outline", children, ...button } = props;
  // A disabled button would lose the focus, and a keyboard user would start again at the top of the page.
  const waits = isBusy && button.disabled === undefined;
  return (
    <button
      type={button.onClick ? "button" : "submit"}
      className={`btn ${className} ${waits ? "btn-disabled" : ""}`}
      {...button}
      {...(waits && { "aria-disabled": true, onClick: (event) => event.preventDefault() })}
    >
      {isBusy && <SpinnerRing />}
      {children}
    </button>
  );
}

interface ActionAlertProps {
  action: { error: Error | null; submittedAt: number };
  children: ReactNode;
}

/** Shows an alert after a failed action. The alert takes the focus after every failed attempt. */
export function ActionAlert({ action: { error, submittedAt }, children }: ActionAlertProps) {
  if (!error) return null;
  return (
    <FormAlert key={submittedAt}>
      <p>{children}</p>
    </FormAlert>
  );
}
