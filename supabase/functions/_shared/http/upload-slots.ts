import { maximumFileBytes } from "#contracts/requests/documents.ts";
import { type ReceivedBody, receiveBody } from "./request-body.ts";
import { RequestFailure } from "./request-failure.ts";

/** Body limit of an upload: the largest file, and some space for the other fields. */
const uploadBody = { kind: "form", maximumBytes: maximumFileBytes + 16 * 1024 } as const;

/**
 * Creates the gate for the bodies of an upload function. Eight bodies of 10 MB may arrive at a time, two of them from
 * one sender. Three of them may be parsed and judged at a time, each with another 30 MB of the 256 MB of a hosted
 * function. `sender` names a right that was checked, never an id that the caller invents.
 */
export function createUploadGate() {
  const arrive = createSlots({ most: 8, mostOfSender: 2, longestWait: 30_000 });
  const judge = createSlots({ most: 3, mostOfSender: 3, longestWait: 120_000 });
  return <Result>(
    sender: string,
    request: Request,
    work: (body: ReceivedBody) => Promise<Result>,
  ): Promise<Result> =>
    arrive(sender, async () => {
      const body = await receiveBody(request, uploadBody);
      return judge(sender, () => work(body));
    });
}

type Bounds = { most: number; mostOfSender: number; longestWait: number };

const longestQueue = 20;

/**
 * Allows `most` pieces of work at a time, at most `mostOfSender` per sender. Twice as many more of a sender wait up
 * to `longestWait` milliseconds. The rest is refused with 429, or with 503 when other senders use all slots.
 */
export function createSlots({ most, mostOfSender, longestWait }: Bounds) {
  const running: string[] = [];
  const queue: { sender: string; enter: () => void }[] = [];
  const countOf = (senders: readonly string[], sender: string) =>
    senders.filter((other) => other === sender).length;
  const hasSlot = (sender: string) =>
    running.length < most && countOf(running, sender) < mostOfSender;
  const refusal = (sender: string) =>
    countOf(running, sender) >= mostOfSender ? tooManyOfSender() : full();

  function waitFor(sender: string): Promise<void> {
    const waiting = queue.map((other) => other.sender);
    if (countOf(waiting, sender) >= 2 * mostOfSender) return Promise.reject(tooManyOfSender());
    if (queue.length >= longestQueue) return Promise.reject(full());
    return new Promise((resolve, reject) => {
      const entry = {
        sender,
        enter() {
          clearTimeout(timeout);
          resolve();
        },
      };
      const timeout = setTimeout(() => {
        queue.splice(queue.indexOf(entry), 1);
        reject(refusal(sender));
      }, longestWait);
      queue.push(entry);
    });
  }

  return async <Result>(sender: string, work: () => Promise<Result>): Promise<Result> => {
    if (hasSlot(sender)) running.push(sender);
    else await waitFor(sender);
    try {
      return await work();
    } finally {
      running.splice(running.indexOf(sender), 1);
      const next = queue.findIndex((waiting) => hasSlot(waiting.sender));
      // The free slot goes directly to a waiting call, so that no new call can take the slot first.
      for (const { sender: nextSender, enter } of next < 0 ? [] : queue.splice(next, 1)) {
        running.push(nextSender);
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

const tooManyOfSender = () =>
  new RequestFailure(
    429,
    "rate_limited",
    "Outros arquivos seus ainda estão chegando. Tente de novo quando terminarem.",
    { retryAfterSeconds: 10 },
    "upload slots of a sender",
  );
