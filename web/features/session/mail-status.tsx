import { formatDateTime } from "../../../supabase/functions/_shared/contracts/formats/date-time.ts";
import { useStaffCounts } from "../../backend/staff-counts.ts";
import { Icon } from "../../ui/brand/icon.tsx";

/** The worker comes every half minute; what it finds may take it two. */
const PATIENCE_MS = 3 * 60_000;

/** Since when mail is held up, beside what waits for staff; nothing while it goes out. */
export function MailStatus({ interval }: { interval: number }) {
  const { data, dataUpdatedAt } = useStaffCounts(interval);
  const since = data?.mailWaitingSince;
  if (!since || dataUpdatedAt - Date.parse(since) < PATIENCE_MS) return null;
  return (
    <p className="flex items-start gap-2 px-3 py-2 text-xs">
      <Icon name="clock" className="mt-0.5 size-3.5 shrink-0 text-amber-300" />
      <span>
        E-mails esperam envio desde <time dateTime={since}>{formatDateTime(since)}</time>
      </span>
    </p>
  );
}
