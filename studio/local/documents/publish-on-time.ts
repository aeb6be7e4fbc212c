import { randomUUID } from "node:crypto";
import { ApiError } from "../http/api-error.ts";
import { localAdministrator } from "../local-accounts.ts";
import { checkReferences } from "./reference-integrity.ts";
import { beginTransaction } from "./pending-transaction.ts";
import { publishRelease, reportFailure } from "./release-actions.ts";
import { isReleaseId, releaseSchema } from "./release.ts";
import type { Store } from "../store.ts";

/** Timers of Node do not wait longer. */
const LONGEST_WAIT = 2 ** 31 - 1;

/** Publishes scheduled releases when their time has come, those of a past time at once. */
export function publishOnTime(store: Store): () => void {
  let timer: NodeJS.Timeout | undefined;
  const plan = () => {
    clearTimeout(timer);
    const [next] = scheduledReleases(store);
    if (!next) return;
    const wait = Math.min(Math.max(next.time - Date.now(), 0), LONGEST_WAIT);
    timer = setTimeout(() => {
      if (next.time <= Date.now()) publish(store, next.name);
      plan();
    }, wait).unref();
  };
  plan();
  const unsubscribe = store.subscribe(({ changes }) => {
    if (changes.some(({ documentId }) => isReleaseId(documentId))) plan();
  });
  return () => {
    unsubscribe();
    clearTimeout(timer);
  };
}

function scheduledReleases(store: Store): { name: string; time: number }[] {
  return [...store.documents.values()]
    .flatMap((document) => {
      if (document._type !== "system.release") return [];
      const { name, state, publishAt } = releaseSchema.parse(document);
      return state === "scheduled" && publishAt ? [{ name, time: Date.parse(publishAt) }] : [];
    })
    .toSorted((left, right) => left.time - right.time);
}

function publish(store: Store, name: string): void {
  const pending = beginTransaction(store.documents, randomUUID());
  try {
    publishRelease(pending, name);
    const transaction = pending.finish(localAdministrator.id);
    checkReferences(pending, transaction);
    store.commit(transaction);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const report = beginTransaction(store.documents, randomUUID());
    reportFailure(report, name, error);
    store.commit(report.finish(localAdministrator.id));
  }
}
