import { z } from "zod";
import { mutationConflict } from "../http/api-error.ts";
import { releaseOf } from "./document.ts";
import type { PendingTransaction } from "./pending-transaction.ts";

/** Zod schema of the Sanity release fields that this server reads. */
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

/** Returns the Sanity release with this name. Throws 409 for a missing release or a state that is not in `states`. */
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

/** Throws 409 for a version whose Sanity release is scheduled or closed, because such a version cannot be changed. */
export function requireOpenRelease(transaction: PendingTransaction, versionId: string): void {
  const name = releaseOf(versionId);
  const release = name === undefined ? undefined : transaction.read(releaseIdOf(name));
  if (!release || release["state"] === "active") return;
  throw mutationConflict(
    "releaseNotActiveError",
    `"${versionId}" belongs to a release that is ${String(release["state"])}`,
  );
}
