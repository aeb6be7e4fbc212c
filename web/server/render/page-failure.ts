import { reasonOf } from "../../config/log.ts";

/** Where the rendering of a page failed. */
interface FailurePlace {
  path: string;
  /** Innermost component of our own, when a component failed. */
  component: string | undefined;
  /** What the page, or what surrounds it, is made from. */
  document: string;
}

/** A page that cannot be shown as a whole, and so not at all. */
export class PageFailure extends Error {
  override name = "PageFailure";
  readonly place: FailurePlace;

  constructor(place: FailurePlace, cause: unknown) {
    super(reasonOf(cause), { cause });
    this.place = place;
  }
}
