import type { ReactNode } from "react";
import { toast } from "react-hot-toast/headless";

const SUCCESS_MS = 7_000;
const DESTRUCTIVE_MS = 12_000;

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
  const show = tone === "destructive" ? toast.error : toast.success;
  const usual = tone === "destructive" ? DESTRUCTIVE_MS : SUCCESS_MS;
  show(
    <>
      <strong>{title}</strong>
      {description && <span className="block">{description}</span>}
      {action?.control}
    </>,
    {
      id: `${title} ${description ?? ""}`,
      duration: action?.milliseconds ?? usual,
      ariaProps:
        tone === "destructive"
          ? { role: "alert", "aria-live": "assertive" }
          : { role: "status", "aria-live": "polite" },
    },
  );
}
