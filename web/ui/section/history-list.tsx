import { formatDateTime } from "../../../supabase/functions/_shared/contracts/formats/date-time.ts";

interface HistoryListProps {
  /** Newest first. */
  entries: readonly { key: string; moment: string; text: string }[];
}

/** What happened when, on one line of time. */
export function HistoryList({ entries }: HistoryListProps) {
  return (
    <ol className="timeline timeline-vertical timeline-compact text-sm">
      {entries.map(({ key, moment, text }, index) => (
        <li key={key}>
          {index > 0 && <hr aria-hidden="true" />}
          <span className="timeline-middle size-3 rounded-full border-2 border-petrol-600" />
          <div className="timeline-end ml-3 grid justify-self-stretch gap-x-4 break-words sm:grid-cols-[15rem_1fr]">
            <time className="text-muted" dateTime={moment}>
              {formatDateTime(moment)}
            </time>
            <span className="min-w-0">{text}</span>
          </div>
          {index < entries.length - 1 && <hr aria-hidden="true" />}
        </li>
      ))}
    </ol>
  );
}
