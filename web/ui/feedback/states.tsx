import type { ReactNode } from "react";
import { Icon, type IconName } from "../brand/icons.tsx";

interface StatePanelProps {
  icon: IconName;
  title: string;
  text?: string | undefined;
  children?: ReactNode;
}

/** Shows a panel in place of a page's data, when the data is empty, forbidden or not reachable. */
export function StatePanel({ icon, title, text, children }: StatePanelProps) {
  return (
    <div className="card card-border grid justify-items-center gap-4 text-center">
      <span className="icon-tile">
        <Icon name={icon} />
      </span>
      <h2 className="text-card">{title}</h2>
      {text && <p className="text-soft max-w-[34rem]">{text}</p>}
      {children && <div className="mt-2 flex flex-wrap justify-center gap-3">{children}</div>}
    </div>
  );
}

export function Spinner({ label }: { label: string }) {
  return (
    <output className="flex items-center justify-center gap-4 py-16 text-muted">
      <SpinnerRing className="loading-xl" />
      {label}
    </output>
  );
}

/** Shows a spinner without a label, for buttons whose text says what is happening. */
export function SpinnerRing({ className = "loading-sm" }: { className?: string }) {
  return <span aria-hidden="true" className={`loading loading-spinner ${className}`} />;
}

const tones = {
  good: "badge-soft badge-success",
  waiting: "badge-warning bg-amber-100 text-amber-800",
  bad: "badge-outline badge-error",
  neutral: "badge-ghost",
} as const;

export type StatusTone = keyof typeof tones;

/** Label and colour of a status. Each kind of status defines a look for each of its values. */
export interface StatusLook {
  label: string;
  tone: StatusTone;
}

/** Shows a status as a badge. The colour only repeats what the text says. */
export function StatusBadge({ tone, children }: { tone: StatusTone; children: ReactNode }) {
  return (
    <span
      className={`badge h-auto min-h-7 flex-none rounded-full text-xs font-semibold ${tones[tone]}`}
    >
      {children}
    </span>
  );
}
