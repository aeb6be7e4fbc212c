import type { ReactNode } from "react";
import { toast } from "react-hot-toast/headless";

const SUCCESS_MS = 7_000;
const DESTRUCTIVE_MS = 12_000;
/** Maximum age in milliseconds of toasts that stay when the page changes. Such new toasts explain the change. */
const ON_LEAVING_MS = 500;

/** Latest toast, which a page change dismisses; undefined when the toast has an action. */
let latest: { id: string; since: number } | undefined;

export interface ToastTexts {
  title: string;
  description?: string;
  /** A `destructive` toast interrupts a screen reader and stays visible longer. */
  tone: "success" | "info" | "destructive";
  /** Button for a further action, and the time in milliseconds for which the toast stays visible. */
  action?: { control: ReactNode; milliseconds: number };
}

/** Shows a toast in the `Toaster`. The new toast replaces the previous one, which is outdated. */
export function showToast({ title, description, tone, action }: ToastTexts): void {
  toast.dismiss();
  const id = `${title} ${description ?? ""}`;
  // A toast with an action stays on the next page, so that the action remains possible.
  latest = action ? undefined : { id, since: Date.now() };
  const show = tone === "destructive" ? toast.error : toast.success;
  const usual = tone === "destructive" ? DESTRUCTIVE_MS : SUCCESS_MS;
  show(
    <>
      <strong>{title}</strong>
      {description && <span className="block">{description}</span>}
      {action?.control}
    </>,
    {
      id,
      duration: action?.milliseconds ?? usual,
      ariaProps:
        tone === "destructive"
          ? { role: "alert", "aria-live": "assertive" }
          : { role: "status", "aria-live": "polite" },
    },
  );
}

/** Dismisses the latest toast when the page changes, except a new toast that explains the change. */
export function dismissOutlived(): void {
  if (latest && Date.now() - latest.since > ON_LEAVING_MS) toast.dismiss(latest.id);
}
