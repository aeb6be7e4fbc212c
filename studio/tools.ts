import type { ConfigContext, Tool } from "sanity";

/**
 * The tools in the studio's bar: the one for releases titled in Portuguese, as the Studio titles it
 * in English whatever its language, and the one for queries for administrators alone.
 */
export function resolveTools(
  tools: Tool[],
  { currentUser }: Pick<ConfigContext, "currentUser">,
): Tool[] {
  const isAdministrator = currentUser?.roles.some(({ name }) => name === "administrator") ?? false;
  return tools
    .filter(({ name }) => isAdministrator || name !== "vision")
    .map((tool) => (tool.name === "releases" ? { ...tool, title: "Lançamentos" } : tool));
}
