import type {
  DocumentActionComponent,
  DocumentActionDescription,
  DocumentActionProps,
} from "sanity";

/** What becomes of an action's description; called as a hook, after the action itself. */
type UseChange = (
  plain: DocumentActionDescription | null,
  props: DocumentActionProps,
) => DocumentActionDescription | null;

/**
 * Makes what changes an action of the Studio's. The same action is always wrapped into the same one:
 * the Studio keeps an action's state, such as an open question, by its identity.
 */
export function wrapAction(
  displayName: string,
  useChange: UseChange,
): (plain: DocumentActionComponent) => DocumentActionComponent {
  const wrapped = new WeakMap<DocumentActionComponent, DocumentActionComponent>();
  return (plain) => {
    const known = wrapped.get(plain);
    if (known) return known;
    const action: DocumentActionComponent = (props) => useChange(plain(props), props);
    if (plain.action) action.action = plain.action;
    action.displayName = displayName;
    wrapped.set(plain, action);
    return action;
  };
}
