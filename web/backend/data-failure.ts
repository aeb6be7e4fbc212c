/**
 * What to do about data that did not come: sign in again, ask for access, read why not (the
 * message says it in Portuguese), or try again.
 */
export type DataFailureReason = "session-ended" | "forbidden" | "refused" | "unavailable";

/** Why the data API, the files or the sign-in gave nothing. */
export class DataFailure extends Error {
  readonly reason: DataFailureReason;

  /** `message` is what the other side said; only some of it is fit to be shown. */
  constructor(reason: DataFailureReason, message = "") {
    super(message);
    this.name = "DataFailure";
    this.reason = reason;
  }
}
