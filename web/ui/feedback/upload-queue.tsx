import { useCallback, useEffect, useId, useRef, useState } from "react";
import { Button } from "./button.tsx";

/** Result of an upload. `canRetry` is false when the file itself was refused. */
export type Sent = { isSent: true } | { isSent: false; message: string; canRetry: boolean };

/** Function that sends one file. All attempts to send a file use the same id. */
export type SendFile = (
  file: File,
  id: string,
  way: { signal: AbortSignal; onProgress: (share: number) => void },
) => Promise<Sent>;

interface UploadQueueProps {
  accept: readonly string[];
  /** Sends a file. Each file uses the function that was passed when the person selected the file. */
  onSend: SendFile;
  /** Called after uploads, so that the list of stored files is reloaded. Several uploads in a row cause one call. */
  onArrived: () => void;
  /** False for a queue whose files are not awaited, so that its button is an outline. */
  isPrimary?: boolean;
  /** Subject of the files, read aloud after the button's label on a page with several queues. */
  of?: string;
  texts: {
    chooseLabel: string;
    help: string;
    /** Text about the progress; empty to show none. */
    countText: (sent: number, total: number) => string;
    waitingLabel: string;
    sendingLabel: string;
    failedText: string;
    /** Text shown while the connection is lost. Sending resumes by itself, also after a message of the server. */
    pausedText: string;
    retryLabel: string;
    removeLabel: string;
    /** Button that stops the upload in progress; absent to show no such button. */
    cancelLabel?: string;
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
 * Sends files one after another, and pauses while the connection is lost. A retry sends the same id, so that the server
 * stores a file only once.
 */
export function UploadQueue(props: UploadQueueProps) {
  const { accept, onSend, onArrived, isPrimary = true, of, texts } = props;
  const helpId = useId();
  const place = useRef<HTMLDivElement>(null);
  const { items, isPaused, reason, add, retry, remove } = useQueue(onArrived);
  const sent = items.filter(({ state }) => state.phase === "sent").length;
  const count = items.length > 0 && texts.countText(sent, items.length);
  return (
    <div ref={place} tabIndex={-1} className="grid gap-3 outline-none">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <label
          className={`btn ${isPrimary ? "btn-primary" : "btn-outline"} relative max-sm:w-full has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-petrol-600`}
        >
          {/* The input is only visually hidden, so that the keyboard still reaches it. The label is visible. */}
          <input
            type="file"
            multiple
            className="sr-only"
            accept={accept.join(",")}
            aria-describedby={helpId}
            onChange={({ currentTarget }) => {
              add([...(currentTarget.files ?? [])], onSend);
              // The input is emptied, because browsers report no change when a person chooses the same file again.
              currentTarget.value = "";
            }}
          />
          {texts.chooseLabel}
          {of && <span className="sr-only"> ({of})</span>}
        </label>
        <span id={helpId} className="text-sm text-muted">
          {texts.help}
        </span>
      </p>
      {count && <output className="block font-semibold text-petrol-700">{count}</output>}
      {isPaused && (
        <div
          role="alert"
          className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-sand-100 p-4"
        >
          <p className="font-semibold">{reason || texts.pausedText}</p>
          <Button onClick={retry}>{texts.retryLabel}</Button>
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
                  onRemove={() => {
                    // The removed line has the focused button, so the queue takes the focus.
                    place.current?.focus();
                    remove(item.id);
                  }}
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

function QueuedFile({ item: { file, state }, texts, onRemove }: QueuedFileProps) {
  const percent = state.phase === "sending" ? Math.round(state.share * 100) : 0;
  const removeLabel = state.phase === "sending" ? texts.cancelLabel : texts.removeLabel;
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
          {/* The server checks a file after all bytes were sent. During the check, the bar has no percentage. */}
          <progress
            className="h-3 w-24 accent-petrol-600"
            {...(state.share < 1 && { value: percent, max: 100 })}
          />
        </label>
      ) : null}
      {removeLabel && (
        <Button className="btn-outline btn-sm" onClick={onRemove}>
          {removeLabel}
          <span className="sr-only"> ({file.name})</span>
        </Button>
      )}
    </li>
  );
}

/** Delay between the last upload and the call of `onArrived`. */
const SETTLE_MS = 1_500;

/** Delays of automatic retries. Browsers do not always notice that the connection is back. */
const pauses = [3_000, 6_000, 12_000, 30_000];

function useQueue(onArrived: () => void) {
  const [items, setItems] = useState<readonly Queued[]>([]);
  const [isPaused, setIsPaused] = useState(false);
  /** Server's message about the pause; empty when the connection is lost. */
  const [reason, setReason] = useState("");
  // The queue is in a ref, because the sending must not wait for React to render.
  const queue = useRef<readonly Queued[]>([]);
  const sending = useRef<{ id: string; control: AbortController }>(null);
  const isGone = useRef(false);
  const failures = useRef(0);
  const arrived = useRef(onArrived);
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    arrived.current = onArrived;
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
    setIsPaused(false);
    for (;;) {
      const next = queue.current.find(({ state }) => state.phase === "waiting");
      if (!next || isGone.current) break;
      const control = new AbortController();
      sending.current = { id: next.id, control };
      mark(next.id, { phase: "sending", share: 0 });
      const sent = await next.send(next.file, next.id, {
        signal: control.signal,
        onProgress: (share) =>
          !control.signal.aborted && mark(next.id, { phase: "sending", share }),
      });
      if (isGone.current) return;
      if (sent.isSent) {
        failures.current = 0;
        mark(next.id, { phase: "sent" });
        clearTimeout(settling.current);
        settling.current = setTimeout(() => arrived.current(), SETTLE_MS);
      } else if (sent.canRetry && !control.signal.aborted) {
        failures.current += 1;
        mark(next.id, { phase: "waiting" });
        setReason(sent.message);
        setIsPaused(true);
        break;
      } else mark(next.id, { phase: "failed", message: sent.message });
    }
    sending.current = null;
  }, [mark]);

  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      sending.current?.control.abort();
    };
  }, []);
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
    // The browser asks for confirmation before the person leaves the page, because unsent files would be lost.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [isBusy]);

  return {
    items,
    isPaused,
    reason,
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
    remove(id: string) {
      show(queue.current.filter((item) => item.id !== id));
      if (sending.current?.id === id) sending.current.control.abort();
    },
  };
}
