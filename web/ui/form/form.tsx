import { type ComponentProps, useEffect, useRef } from "react";
import { formReadyAttribute, formReadyEvent } from "./form-ready.ts";

/**
 * The form element of every form. It tells the boot script when React has taken it over, which may
 * be later than the page around it: what was submitted before is then submitted again.
 */
export function Form(props: Omit<ComponentProps<"form">, "method" | "noValidate" | "ref">) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.setAttribute(formReadyAttribute, "");
    form.current?.dispatchEvent(new Event(formReadyEvent, { bubbles: true }));
  }, []);
  // The messages are ours: the browser's own would stop at the first field.
  return <form ref={form} method="post" noValidate {...props} />;
}
