import type { ReactNode } from "react";
import { formatDateTime } from "../../../supabase/functions/_shared/contracts/formats/date-time.ts";
import { Icon } from "../../ui/brand/icons.tsx";

interface StatusLineProps {
  /** What is not as it should be; the moment follows. */
  what: string;
  /** Since when, ISO 8601. */
  since: string;
  children?: ReactNode;
}

/** One line of what is not as it should be, beside what waits for staff. */
export function StatusLine({ what, since, children }: StatusLineProps) {
  return (
    <p className="flex items-start gap-2 px-3 py-2 text-xs">
      <Icon name="clock" className="mt-0.5 size-3.5 shrink-0 text-amber-300" />
      <span>
        {what} desde <time dateTime={since}>{formatDateTime(since)}</time>
        {children}
      </span>
    </p>
  );
}
