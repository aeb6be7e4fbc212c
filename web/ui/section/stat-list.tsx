import type { ReactNode } from "react";

/** The figures of a sheet that matter most, side by side where there is room; `Stat` elements. */
export function StatList({ children }: { children: ReactNode }) {
  return (
    <dl className="stats stats-vertical w-full bg-petrol-50 sm:stats-horizontal print:bg-white">
      {children}
    </dl>
  );
}

/** One figure under its label. */
export function Stat({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="stat">
      <dt className="stat-title text-xs whitespace-normal text-muted">{label}</dt>
      <dd className="stat-value text-card tabular-nums">{children}</dd>
    </div>
  );
}
