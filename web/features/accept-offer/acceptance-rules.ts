import * as z from "zod/mini";
import { acceptanceNameField } from "../../../supabase/functions/_shared/contracts/acceptance.ts";
import type { TrackedOffer } from "../../../supabase/functions/_shared/contracts/tracking.ts";

/** The name of the box of a clause, by its place. */
export const boxOf = (place: number) => `clause-${place}`;

/**
 * What is typed and ticked: a box for each clause of this offer, none of them for all. `missing` is
 * told beside a box that is not ticked.
 */
export function acceptanceRules({ clauses }: Pick<TrackedOffer, "clauses">, missing: string) {
  const boxes = clauses.map((_clause, place) => boxOf(place));
  const ticked = z.pipe(z.boolean(missing), z.literal(true, missing));
  return {
    schema: z.extend(
      z.object({ fullName: acceptanceNameField() }),
      Object.fromEntries(boxes.map((name) => [name, ticked])),
    ),
    names: [...boxes, "fullName"],
  };
}
