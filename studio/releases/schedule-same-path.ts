import type { DocumentActionComponent } from "sanity";
import { pathOf } from "../links/publishing-actions.ts";
import { newPathReason } from "./release-rules.ts";

const wrapped = new WeakMap<DocumentActionComponent, DocumentActionComponent>();

/** The action “Agendar publicação” of what has a path: not for a draft that changes the path. */
export function scheduleSamePath(schedule: DocumentActionComponent): DocumentActionComponent {
  // The Studio keeps an action's state by its identity.
  const known = wrapped.get(schedule);
  if (known) return known;
  const action: DocumentActionComponent = (props) => {
    const plain = schedule(props);
    const former = pathOf(props.published);
    const changes = former !== undefined && props.draft && pathOf(props.draft) !== former;
    return plain && changes ? { ...plain, disabled: true, title: newPathReason(former) } : plain;
  };
  action.action = "schedule";
  action.displayName = "ScheduleSamePath";
  wrapped.set(schedule, action);
  return action;
}
