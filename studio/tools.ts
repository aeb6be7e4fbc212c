import type { ConfigContext, DocumentFieldAction, Tool } from "sanity";

/** Titles of tools that are English in their code, whatever the language of the Studio. */
const titles: Record<string, string> = { releases: "Lançamentos" };

/** The tools in the studio's bar, titled in Portuguese; the one for queries for administrators alone. */
export function resolveTools(
  tools: Tool[],
  { currentUser }: Pick<ConfigContext, "currentUser">,
): Tool[] {
  const isAdministrator = currentUser?.roles.some(({ name }) => name === "administrator") ?? false;
  return tools
    .filter(({ name }) => isAdministrator || name !== "vision")
    .map((tool) => ({ ...tool, title: titles[tool.name] ?? tool.title }));
}

/** The way from the preview to the document's own page, whose title is half English in its code. */
export function resolveFieldActions(actions: DocumentFieldAction[]): DocumentFieldAction[] {
  return actions.map(inPortuguese);
}

/** By the library's own: the Studio keeps the state of an action by its identity. */
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
