import type { ReactNode } from "react";

const tones = {
  good: "badge-soft badge-success",
  waiting: "badge-warning bg-amber-100 text-amber-800",
  bad: "badge-outline badge-error",
  neutral: "badge-ghost",
} as const;

export type StatusTone = keyof typeof tones;

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
