import { useCallback, useEffect, useId, useRef, useState } from "react";

/** What became of a file that was sent; `canRetry`: not the file was at fault. */
export type Sent = { isSent: true } | { isSent: false; message: string; canRetry: boolean };

/** Sends one file under an id that stays its own however often it is sent. */
export type SendFile = (
  file: File,
  id: string,
  way: { signal: AbortSignal; onProgress: (share: number) => void },
) => Promise<Sent>;

interface UploadQueueProps {
  /** Types, as `accept` of an input takes them. */
  accept: readonly string[];
  /** Keeps what it knew when files were chosen, such as the room that they show. */
  onSend: SendFile;
  /** Files have arrived: what is known of them is out of date. Of many in a row it is said once. */
  onArrived: () => void;
  texts: {
    chooseLabel: string;
    help: string;
    /** How many of how many have arrived. */
    countText: (sent: number, total: number) => string;
    waitingLabel: string;
    sendingLabel: string;
    failedText: string;
    /** While the connection is away; it goes on by itself. */
    pausedText: string;
    retryLabel: string;
    removeLabel: string;
  };
}

type Queued = {
  id: string;
  file: File;
  send: SendFile;
  state:
    | { phase: "waiting" | "sent" }
    | { phase: "sending"; share: number }
    | { phase: "failed"; message: string };
};

/**
 * Many files at once, sent one after the other. A line that breaks stops it until it is back or somebody
 * presses; the file that was on its way goes again under the same id, so that none is lost and none
 * is there twice. One that is refused is told beside its name and holds up no other.
 */
export function UploadQueue({ accept, onSend, onArrived, texts }: UploadQueueProps) {
  const helpId = useId();
  const { items, isPaused, add, retry, remove } = useQueue(onArrived);
  const sent = items.filter(({ state }) => state.phase === "sent").length;
  return (
    <div className="grid gap-3">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <label className="btn btn-primary relative max-sm:w-full has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-petrol-600">
          {/* Not display: none, or no keyboard reaches it; the label is what one sees. */}
          <input
            type="file"
            multiple
            className="sr-only"
            accept={accept.join(",")}
            aria-describedby={helpId}
            onChange={({ currentTarget }) => {
              add([...(currentTarget.files ?? [])], onSend);
              // The same file may be chosen once more.
              currentTarget.value = "";
            }}
          />
          {texts.chooseLabel}
        </label>
        <span id={helpId} className="text-sm text-muted">
          {texts.help}
        </span>
      </p>
      {items.length > 0 && (
        <output className="block font-semibold text-petrol-700">
          {texts.countText(sent, items.length)}
        </output>
      )}
      {isPaused && (
        <div
          role="alert"
          className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-sand-100 p-4"
        >
          <p className="font-semibold">{texts.pausedText}</p>
          <button type="button" className="btn btn-outline" onClick={retry}>
            {texts.retryLabel}
          </button>
        </div>
      )}
      {sent < items.length && (
        <ul className="grid gap-2">
          {items.map(
            (item) =>
              item.state.phase !== "sent" && (
                <QueuedFile
                  key={item.id}
                  item={item}
                  texts={texts}
                  onRemove={() => remove(item.id)}
                />
              ),
          )}
        </ul>
      )}
    </div>
  );
}

interface QueuedFileProps {
  item: Queued;
  texts: UploadQueueProps["texts"];
  onRemove: () => void;
}

/** One file that has not arrived: how far it is, or why it will not. */
function QueuedFile({ item: { file, state }, texts, onRemove }: QueuedFileProps) {
  const percent = state.phase === "sending" ? Math.round(state.share * 100) : 0;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-l-4 border-sand-300 pl-4">
      <span className="min-w-0 wrap-anywhere">
        {file.name}{" "}
        {state.phase === "waiting" && (
          <span className="text-sm text-muted">{texts.waitingLabel}</span>
        )}
        {state.phase === "failed" && (
          <strong role="alert" className="block">
            {state.message || texts.failedText}
          </strong>
        )}
      </span>
      {state.phase === "sending" ? (
        <label className="flex items-center gap-2 text-sm">
          <span>
            {texts.sendingLabel} <span className="sr-only">{file.name} </span>
            <span className="tabular-nums">{percent}%</span>
          </span>
          {/* When all has left, the file is being checked: a bar without an end. */}
          <progress
            className="h-3 w-24 accent-petrol-600"
            {...(state.share < 1 && { value: percent, max: 100 })}
          />
        </label>
      ) : (
        <button type="button" className="btn btn-outline btn-sm" onClick={onRemove}>
          {texts.removeLabel}
          <span className="sr-only"> ({file.name})</span>
        </button>
      )}
    </li>
  );
}

/** From the last that arrived. */
const SETTLE_MS = 1_500;

/** How long until a broken line is tried by itself: a browser does not always notice that it is back. */
const pauses = [3_000, 6_000, 12_000, 30_000];

function useQueue(onArrived: () => void) {
  const [items, setItems] = useState<readonly Queued[]>([]);
  const [isPaused, setIsPaused] = useState(false);
  // Read and changed between renders: what is sent next must not wait for one.
  const queue = useRef<readonly Queued[]>([]);
  const sending = useRef<AbortController>(null);
  const failures = useRef(0);
  const told = useRef(onArrived);
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    told.current = onArrived;
  });
  useEffect(() => () => clearTimeout(settling.current), []);

  const show = useCallback((next: readonly Queued[]) => {
    queue.current = next;
    setItems(next);
  }, []);
  const mark = useCallback(
    (id: string, state: Queued["state"]) =>
      show(queue.current.map((item) => (item.id === id ? { ...item, state } : item))),
    [show],
  );

  const sendOn = useCallback(async () => {
    if (sending.current) return;
    const control = new AbortController();
    sending.current = control;
    setIsPaused(false);
    for (;;) {
      const next = queue.current.find(({ state }) => state.phase === "waiting");
      if (!next || control.signal.aborted) break;
      mark(next.id, { phase: "sending", share: 0 });
      const sent = await next.send(next.file, next.id, {
        signal: control.signal,
        onProgress: (share) =>
          !control.signal.aborted && mark(next.id, { phase: "sending", share }),
      });
      if (control.signal.aborted) return;
      if (sent.isSent) {
        failures.current = 0;
        mark(next.id, { phase: "sent" });
        clearTimeout(settling.current);
        settling.current = setTimeout(() => told.current(), SETTLE_MS);
      } else if (sent.canRetry) {
        failures.current += 1;
        mark(next.id, { phase: "waiting" });
        setIsPaused(true);
        break;
      } else mark(next.id, { phase: "failed", message: sent.message });
    }
    sending.current = null;
  }, [mark]);

  useEffect(() => () => sending.current?.abort(), []);
  useEffect(() => {
    if (!isPaused) return;
    const resume = () => void sendOn();
    const pause = pauses[Math.min(failures.current, pauses.length) - 1];
    const timer = setTimeout(resume, pause);
    addEventListener("online", resume);
    return () => {
      clearTimeout(timer);
      removeEventListener("online", resume);
    };
  }, [isPaused, sendOn]);
  const isBusy = items.some(({ state }) => ["waiting", "sending"].includes(state.phase));
  useEffect(() => {
    if (!isBusy) return;
    // What has not arrived goes with the page: the browser asks first.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [isBusy]);

  return {
    items,
    isPaused,
    add(files: readonly File[], send: SendFile) {
      const added = files.map((file) => ({
        id: crypto.randomUUID(),
        file,
        send,
        state: { phase: "waiting" } as const,
      }));
      show([...queue.current, ...added]);
      void sendOn();
    },
    retry: () => void sendOn(),
    remove: (id: string) => show(queue.current.filter((item) => item.id !== id)),
  };
}
