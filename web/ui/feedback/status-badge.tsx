import type { ReactNode } from "react";

const tones = {
  good: "border-petrol-300 bg-mint-100 text-petrol-800",
  waiting: "border-amber-400 bg-amber-100 text-amber-800",
  bad: "border-danger bg-white text-danger",
  neutral: "border-sand-300 bg-sand-100 text-ink",
} as const;

export type StatusTone = keyof typeof tones;

/** A state in a word; the colour only repeats what the word says. */
export function StatusBadge({ tone, children }: { tone: StatusTone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex flex-none items-center rounded-full border px-3 py-1 text-xs font-semibold ${tones[tone]}`}
    >
      {children}
    </span>
  );
}
