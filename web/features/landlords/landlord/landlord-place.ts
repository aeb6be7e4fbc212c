import { useRef } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import * as z from "zod/mini";
import { useHydrated } from "../../../ui/layout/hooks.ts";

/** Parts of the fragment of /locador: the secret of the mailed link, and the open lease. */
export interface LandlordLink {
  secret: string;
  leaseId?: string | undefined;
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Writes the fragment, without "#". Browsers send fragments to no server. Mails write the same fragment. */
export function writeLandlordLink({ secret, leaseId }: LandlordLink): string {
  return leaseId === undefined ? secret : `${secret}/${leaseId}`;
}

/** Reads a fragment. A second part that is not an id is ignored. */
export function readLandlordLink(fragment: string): LandlordLink {
  const [secret = "", leaseId = ""] = fragment.split("/");
  return uuid.test(leaseId) ? { secret, leaseId } : { secret };
}

const openedSchema = z.union([
  /** Form of a new claim. */
  z.object({ claimOn: z.string() }),
  z.object({ claim: z.string(), isNew: z.optional(z.boolean()) }),
]);
type OpenedClaim = z.output<typeof openedSchema>;

/** History state of a lease that was opened from the list, so that its back button goes back to the list. */
export const fromList = { isFromList: true } as const;
const fromListSchema = z.object({ isFromList: z.literal(true) });

/**
 * Returns the place on /locador: the fragment, and the claim that is open. Each place is a history entry, so that a
 * phone's back button leads from the claim to the lease, and from the lease to the list. A claim has no URL of its own.
 */
export function useLandlordPlace() {
  const { hash, key, state } = useLocation();
  const navigate = useNavigate();
  const left = useRef<string>(undefined);
  const isHydrated = useHydrated();
  const parsed = openedSchema.safeParse(state);
  const opened = parsed.success ? parsed.data : null;
  function goBack(): void {
    // Going back takes a moment. A second call meanwhile would leave the page.
    if (left.current !== key) void navigate(-1);
    left.current = key;
  }
  return {
    /** Fragment without "#": undefined before hydration, null when there is none. */
    fragment: isHydrated ? hash.slice(1) || null : undefined,
    opened,
    openClaim(view: OpenedClaim) {
      // A sent form is replaced in the history, so that nobody goes back to it.
      void navigate({ hash }, { state: view, replace: opened !== null });
    },
    closeClaim: goBack,
    /** Leads from a lease to the list. */
    showList(secret: string) {
      if (fromListSchema.safeParse(state).success) goBack();
      else void navigate({ hash: writeLandlordLink({ secret }) });
    },
  };
}

export type LandlordPlace = ReturnType<typeof useLandlordPlace>;
