import type {
  DocumentActionComponent,
  DocumentActionDescription,
  DocumentActionProps,
} from "sanity";

/** React hook that changes the description of an action. The hook runs after the action itself. */
type UseChange = (
  plain: DocumentActionDescription | null,
  props: DocumentActionProps,
) => DocumentActionDescription | null;

/**
 * Makes a function that wraps actions. An action always gets the same wrapper, because the Studio keeps state for each
 * action object.
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
