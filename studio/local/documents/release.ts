import { z } from "zod";
import { mutationConflict } from "../http/api-error.ts";
import { releaseOf } from "./document.ts";
import type { PendingTransaction } from "./pending-transaction.ts";

/** What the lake reads of the document that stands for a release. */
export const releaseSchema = z.looseObject({
  _type: z.literal("system.release"),
  name: z.string(),
  state: z.enum(["active", "scheduled", "archived", "published"]),
  publishAt: z.iso.datetime({ offset: true }).optional(),
  finalDocumentStates: z.array(z.object({ id: z.string() })).optional(),
});

export type Release = z.infer<typeof releaseSchema>;

const PREFIX = "_.releases.";

export function releaseIdOf(name: string): string {
  return PREFIX + name;
}

export function isReleaseId(id: string): boolean {
  return id.startsWith(PREFIX);
}

/** The release of a name. Throws 409 when there is none, or none in one of these states. */
export function requireRelease(
  transaction: PendingTransaction,
  name: string,
  states: readonly Release["state"][],
): Release {
  const document = transaction.read(releaseIdOf(name));
  if (!document) {
    throw mutationConflict("releaseNotFoundError", `The release "${name}" was not found`);
  }
  const release = releaseSchema.parse(document);
  if (states.includes(release.state)) return release;
  throw mutationConflict(
    "releaseStateError",
    `The release "${name}" is ${release.state}, not ${states.join(" or ")}`,
  );
}

/** Refuses (409) to touch versions of a release that is scheduled or closed. */
export function requireOpenRelease(transaction: PendingTransaction, versionId: string): void {
  const name = releaseOf(versionId);
  const release = name === undefined ? undefined : transaction.read(releaseIdOf(name));
  if (!release || release["state"] === "active") return;
  throw mutationConflict(
    "releaseNotActiveError",
    `"${versionId}" belongs to a release that is ${String(release["state"])}`,
  );
}
