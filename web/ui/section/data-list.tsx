import type { ReactNode } from "react";

interface DataListProps {
  className?: string;
  /** `Datum` elements. */
  children: ReactNode;
}

/** Data with their labels, as a sheet shows them. */
export function DataList({ className = "", children }: DataListProps) {
  return <dl className={`grid gap-x-4 sm:gap-x-8 gap-y-4 ${className}`}>{children}</dl>;
}

interface DatumProps {
  label: string;
  className?: string;
  children: ReactNode;
}

/** One label with its value; nothing when there is no value. */
export function Datum({ label, className = "", children }: DatumProps) {
  if (children === null) return null;
  return (
    <div className={`min-w-0 ${className}`}>
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="font-medium wrap-anywhere tabular-nums">{children}</dd>
    </div>
  );
}
