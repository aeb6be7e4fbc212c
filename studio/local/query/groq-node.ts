import { isJsonObject } from "../documents/document.ts";

/** A node of groq-js' syntax tree; the package ships no usable types for it. */
export interface GroqNode {
  type: string;
  [attribute: string]: unknown;
}

export function isGroqNode(value: unknown): value is GroqNode {
  return isJsonObject(value) && typeof value["type"] === "string";
}

/** The node under an attribute, or `undefined` when there is none. */
export function childOf(node: GroqNode, attribute: string): GroqNode | undefined {
  const child = node[attribute];
  return isGroqNode(child) ? child : undefined;
}

/** Direct children of a node. Literal values are data, not syntax, and are not entered. */
export function childrenOf(node: GroqNode): GroqNode[] {
  if (node.type === "Value") return [];
  return Object.values(node).flatMap((value) => [value].flat().filter(isGroqNode));
}

/** Calls `visit` for a node and everything below it, parents first. */
export function walk(node: GroqNode, visit: (node: GroqNode) => void): void {
  visit(node);
  for (const child of childrenOf(node)) walk(child, visit);
}

export function isFunctionCall(node: GroqNode | undefined, namespace: string, name: string) {
  return node?.type === "FuncCall" && node["namespace"] === namespace && node["name"] === name;
}
