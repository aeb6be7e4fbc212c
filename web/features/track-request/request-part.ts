import type { ReactNode } from "react";
import type { TrackedRequest } from "../../../supabase/functions/_shared/contracts/tracking.ts";

interface ShownRequest {
  request: TrackedRequest;
  /** What opens it. */
  secret: string;
  /** Asks anew how far it is, after something was sent. */
  onChange: () => void;
}

/** What of a request another feature shows; the page puts the two together. */
export type RequestPart = (shown: ShownRequest) => ReactNode;
