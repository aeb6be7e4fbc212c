import type { ReactNode } from "react";
import { toast } from "react-hot-toast/headless";

const SUCCESS_MS = 7_000;
const DESTRUCTIVE_MS = 12_000;
/** Younger notices say why one leaves; the next page has to show them. */
const ON_LEAVING_MS = 500;

/** The latest notice that is done with once one leaves the page. */
let latest: { id: string; since: number } | undefined;

interface ToastTexts {
  title: string;
  description?: string;
  /** `destructive` interrupts a screen reader and stays longer. */
  tone: "success" | "info" | "destructive";
  /** What can be done about it, and for how many milliseconds. */
  action?: { control: ReactNode; milliseconds: number };
}

/** Shows a short notice in the `Toaster`; it replaces the earlier one, which it makes untrue. */
export function showToast({ title, description, tone, action }: ToastTexts): void {
  toast.dismiss();
  const id = `${title} ${description ?? ""}`;
  // What can be done about the last thing can be done on the next page, too.
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

/** Takes away a notice that speaks of a page which is being left. */
export function dismissOutlived(): void {
  if (latest && Date.now() - latest.since > ON_LEAVING_MS) toast.dismiss(latest.id);
}
