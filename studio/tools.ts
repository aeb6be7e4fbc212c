import type { ConfigContext, DocumentFieldAction, Tool } from "sanity";

/** Portuguese titles of tools whose English titles are fixed in the Studio's code. */
const titles: Record<string, string> = { releases: "Lançamentos" };

/** Gives the tools of the Studio Portuguese titles. Only administrators can open the query tool. */
export function resolveTools(
  tools: Tool[],
  { currentUser }: Pick<ConfigContext, "currentUser">,
): Tool[] {
  const isAdministrator = currentUser?.roles.some(({ name }) => name === "administrator") ?? false;
  return tools
    .filter(({ name }) => isAdministrator || name !== "vision")
    .map((tool) => ({ ...tool, title: titles[tool.name] ?? tool.title }));
}

/** Translates the title of the action that opens a document from the preview. Half of the title is fixed English. */
export function resolveFieldActions(actions: DocumentFieldAction[]): DocumentFieldAction[] {
  return actions.map(inPortuguese);
}

/** Translated copies of actions. An action always gets the same copy: the Studio keeps state for each action object. */
const inPortugueseOf = new WeakMap<DocumentFieldAction, DocumentFieldAction>();

function inPortuguese(action: DocumentFieldAction): DocumentFieldAction {
  if (action.name !== "presentation/openInStructure") return action;
  const known = inPortugueseOf.get(action) ?? {
    ...action,
    useAction: (props) => ({ ...action.useAction(props), title: "Abrir em Conteúdo" }),
  };
  inPortugueseOf.set(action, known);
  return known;
}
