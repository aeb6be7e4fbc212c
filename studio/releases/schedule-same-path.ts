import { pathOf } from "../links/publishing-actions.ts";
import { wrapAction } from "../wrap-action.ts";
import { newPathReason } from "./release-rules.ts";

/** The action “Agendar publicação” of what has a path: not for a draft that changes the path. */
export const scheduleSamePath = wrapAction("ScheduleSamePath", (plain, { draft, published }) => {
  const former = pathOf(published);
  const changes = former !== undefined && draft && pathOf(draft) !== former;
  return plain && changes ? { ...plain, disabled: true, title: newPathReason(former) } : plain;
});
