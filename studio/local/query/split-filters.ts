import { childOf, type GroqNode, walk } from "./groq-node.ts";

/**
 * Turns `*[a && b]` into `*[a][b]`, which selects the same documents. groq-js evaluates both
 * sides of `&&` for every document; split, `b` (often a dereference or a text match) runs
 * only where `a` holds. Changes the tree in place.
 */
export function splitFilters(tree: GroqNode): void {
  walk(tree, (node) => {
    while (node.type === "Filter") {
      const condition = withoutGroups(childOf(node, "expr"));
      if (condition?.type !== "And") return;
      node["base"] = { type: "Filter", base: node["base"], expr: condition["left"] };
      node["expr"] = condition["right"];
    }
  });
}

/** The node inside any number of parentheses. */
export function withoutGroups(node: GroqNode | undefined): GroqNode | undefined {
  return node?.type === "Group" ? withoutGroups(childOf(node, "base")) : node;
}
