import { useStaffCounts } from "../../backend/staff-queries.ts";
import { StatusLine } from "./status-line.tsx";

/** The worker comes every half minute; what it finds may take it two. */
const PATIENCE_MS = 3 * 60_000;

/** Since when mail is held up; nothing while it goes out. */
export function MailStatus({ interval }: { interval: number }) {
  const { data, dataUpdatedAt } = useStaffCounts(interval);
  const since = data?.mailWaitingSince;
  if (!since || dataUpdatedAt - Date.parse(since) < PATIENCE_MS) return null;
  return <StatusLine what="E-mails esperam envio" since={since} />;
}
