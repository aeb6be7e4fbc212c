import { type ReactNode, useEffect, useRef } from "react";

/**
 * Why a form was not sent, where it stays readable after the toast is gone. It takes the focus,
 * which the disabled submit button has lost.
 */
export function FormAlert({ id, children }: { id?: string; children: ReactNode }) {
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => alert.current?.focus(), []);
  return (
    <div
      ref={alert}
      role="alert"
      tabIndex={-1}
      className="form-notice alert alert-error alert-soft"
      {...(id ? { id } : {})}
    >
      {children}
    </div>
  );
}
