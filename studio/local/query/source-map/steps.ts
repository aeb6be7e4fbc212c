import { randomUUID } from "node:crypto";
import { childOf, type GroqNode, isFunctionCall, isGroqNode } from "../groq-node.ts";

/** The attribute that makes an object a step; no document can have one of this name. */
export const STEP = `step:${randomUUID()}`;

/**
 * Rewrites what makes up a query's result so that groq-js answers how each part is reached instead
 * of the part itself: it hands objects of documents on as they are, but a string that leaves its
 * object has no origin any more. Conditions, orders and what expressions are evaluated on stay as
 * they are, so that GROQ means the same. `trace.ts` puts the parts together.
 */
export function keepSteps(node: GroqNode): GroqNode {
  const base = childOf(node, "base");
  const expr = childOf(node, "expr");
  switch (node.type) {
    case "Group":
      return base ? keepSteps(base) : node;
    case "Projection":
    case "Map":
      return expr ? { ...node, expr: keepSteps(expr) } : node;
    case "FlatMap":
      return expr ? step("flat", { of: { ...node, type: "Map", expr: keepSteps(expr) } }) : node;
    case "AccessAttribute":
      return step("child", {
        of: base ? keepSteps(base) : { type: "This" },
        name: constant(node["name"]),
      });
    case "AccessElement":
      return base ? step("element", { of: keepSteps(base), index: constant(node["index"]) }) : node;
    case "Slice":
      return base
        ? step("slice", {
            of: keepSteps(base),
            from: constant(node["left"]),
            to: constant(node["right"]),
            inclusive: constant(node["isInclusive"]),
          })
        : node;
    case "ArrayCoerce":
      return base ? step("list", { of: keepSteps(base) }) : node;
    case "Select":
      return keepSelect(node);
    case "Object":
      return step("object", { parts: arrayOf(nodesOf(node, "attributes").map(keepAttribute)) });
    case "Array":
      return step("array", { parts: arrayOf(nodesOf(node, "elements").map(keepElement)) });
    case "FuncCall":
      return isFunctionCall(node, "global", "coalesce")
        ? step("first", { parts: arrayOf(nodesOf(node, "args").map(keepSteps)) })
        : node;
    default:
      return node;
  }
}

function keepSelect(node: GroqNode): GroqNode {
  const fallback = childOf(node, "fallback");
  const alternatives = nodesOf(node, "alternatives").map((alternative) => {
    const value = childOf(alternative, "value");
    return value ? { ...alternative, value: keepSteps(value) } : alternative;
  });
  return { ...node, alternatives, ...(fallback && { fallback: keepSteps(fallback) }) };
}

function keepAttribute(attribute: GroqNode): GroqNode {
  const value = childOf(attribute, "value") ?? constant(null);
  if (attribute.type === "ObjectAttributeValue") {
    return step("attribute", { name: constant(attribute["name"]), value: keepSteps(value) });
  }
  const condition = childOf(attribute, "condition");
  const spread = step("spread", { value: keepSteps(value) });
  if (!condition) return spread;
  const alternative = { type: "SelectAlternative", condition, value: spread };
  return { type: "Select", alternatives: [alternative] };
}

function keepElement(element: GroqNode): GroqNode {
  const value = keepSteps(childOf(element, "value") ?? constant(null));
  return step(element["isSplat"] === true ? "spread" : "item", { value });
}

function step(kind: string, parts: Record<string, GroqNode>): GroqNode {
  const attributes = Object.entries({ [STEP]: constant(kind), ...parts });
  return {
    type: "Object",
    attributes: attributes.map(([name, value]) => ({ type: "ObjectAttributeValue", name, value })),
  };
}

function arrayOf(values: GroqNode[]): GroqNode {
  const elements = values.map((value) => ({ type: "ArrayElement", value, isSplat: false }));
  return { type: "Array", elements };
}

function constant(value: unknown): GroqNode {
  return { type: "Value", value };
}

function nodesOf(node: GroqNode, attribute: string): GroqNode[] {
  return [node[attribute]].flat().filter(isGroqNode);
}
