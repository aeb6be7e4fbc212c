import type { ConfigContext, Tool } from "sanity";

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
