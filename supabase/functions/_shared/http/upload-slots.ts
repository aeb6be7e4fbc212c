import { maximumFileBytes } from "#contracts/requests/documents.ts";
import { RequestFailure } from "./request-failure.ts";

/** Body limit of an upload: the largest file, and some space for the other fields. */
export const uploadBody = { kind: "form", maximumBytes: maximumFileBytes + 16 * 1024 } as const;

const longestWait = 30_000;
const longestQueue = 20;
const mostOfSubject = 2;

/** Allows `most` uploads at a time, at most two per `subject`. Further uploads wait up to 30 s, then get 503. */
export function createUploadSlots(most: number) {
  const running: string[] = [];
  const queue: { subject: string; enter: () => void }[] = [];
  const hasSlot = (subject: string) =>
    running.length < most && running.filter((other) => other === subject).length < mostOfSubject;

  function waitFor(subject: string): Promise<void> {
    if (queue.length >= longestQueue) return Promise.reject(full());
    return new Promise((resolve, reject) => {
      const waiting = {
        subject,
        enter() {
          clearTimeout(timeout);
          resolve();
        },
      };
      const timeout = setTimeout(() => {
        queue.splice(queue.indexOf(waiting), 1);
        reject(full());
      }, longestWait);
      queue.push(waiting);
    });
  }

  return async <Result>(subject: string, work: () => Promise<Result>): Promise<Result> => {
    if (hasSlot(subject)) running.push(subject);
    else await waitFor(subject);
    try {
      return await work();
    } finally {
      running.splice(running.indexOf(subject), 1);
      const next = queue.findIndex((waiting) => hasSlot(waiting.subject));
      // The free slot goes directly to a waiting call, so that no new call can take the slot first.
      for (const { subject: nextSubject, enter } of next < 0 ? [] : queue.splice(next, 1)) {
        running.push(nextSubject);
        enter();
      }
    }
  };
}

const full = () =>
  new RequestFailure(
    503,
    "unavailable",
    "Muitos arquivos estão chegando agora. Tente de novo em instantes.",
    { retryAfterSeconds: 10 },
    "no upload slot",
  );
