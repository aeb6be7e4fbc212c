import type { ReactNode } from "react";
import { Icon, type IconName } from "../brand/icons.tsx";

interface StatePanelProps {
  icon: IconName;
  title: string;
  text?: string | undefined;
  /** What can be done about it. */
  children?: ReactNode;
}

/** What a page shows in place of its data: nothing there, not allowed, or not reachable. */
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

/** A turning ring with what is being waited for, told to screen readers too. */
export function Spinner({ label }: { label: string }) {
  return (
    <output className="flex items-center justify-center gap-4 py-16 text-muted">
      <SpinnerRing className="loading-xl" />
      {label}
    </output>
  );
}

/** The ring alone, for buttons whose text says what happens. */
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

/** How a status is shown. Each kind has a record of them that satisfies its union. */
export interface StatusLook {
  label: string;
  tone: StatusTone;
}

/** A state in a word; the colour only repeats what the word says. */
export function StatusBadge({ tone, children }: { tone: StatusTone; children: ReactNode }) {
  return (
    <span
      className={`badge h-auto min-h-7 flex-none rounded-full text-xs font-semibold ${tones[tone]}`}
    >
      {children}
    </span>
  );
}
