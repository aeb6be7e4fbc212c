import { randomUUID } from "node:crypto";
import { isJsonObject } from "../../documents/document.ts";
import { type GroqNode, childOf, isFunctionCall, isGroqNode } from "../groq-query.ts";
import { type Origin, segmentOf } from "./origins.ts";

/** A value of a query's result, with the known origins of its parts. */
export type Traced =
  | { kind: "known"; data: unknown; origin: Origin }
  | { kind: "list"; items: Traced[] }
  | { kind: "object"; fields: ReadonlyMap<string, Traced> }
  | { kind: "plain"; data: unknown };

const nothing: Traced = { kind: "plain", data: null };

/**
 * Returns a function that reads the result of a query that `keepSteps` rewrote. The function finds each value and its
 * origin.
 */
export function createTrace(originOf: (value: object) => Origin | undefined) {
  function trace(value: unknown): Traced {
    if (typeof value !== "object" || value === null) return { kind: "plain", data: value };
    const origin = originOf(value);
    if (origin) return { kind: "known", data: value, origin };
    if (Array.isArray(value)) return { kind: "list", items: value.map(trace) };
    if (!isJsonObject(value)) return { kind: "plain", data: value };
    if (STEP in value) return takeStep(value);
    const fields = Object.entries(value).map(([name, child]) => [name, trace(child)] as const);
    return { kind: "object", fields: new Map(fields) };
  }

  function takeStep(step: Record<string, unknown>): Traced {
    const of = () => trace(step["of"]);
    const parts = () => [step["parts"]].flat();
    switch (step[STEP]) {
      case "child":
        return fieldOf(of(), String(step["name"])) ?? nothing;
      case "element":
        return itemsOf(of())?.at(Number(step["index"])) ?? nothing;
      case "slice":
        return sliceOf(of(), step);
      case "list": {
        const list = of();
        return itemsOf(list) ? list : nothing;
      }
      case "flat":
        return flatten(of());
      case "first":
        return (
          parts()
            .map(trace)
            .find((part) => !isNull(part)) ?? nothing
        );
      case "object":
        return { kind: "object", fields: new Map(parts().flatMap(fieldsOfPart)) };
      default:
        return { kind: "list", items: parts().flatMap(itemsOfPart) };
    }
  }

  function fieldsOfPart(part: unknown): [string, Traced][] {
    if (!isJsonObject(part)) return [];
    const value = trace(part["value"]);
    return part[STEP] === "attribute" ? [[String(part["name"]), value]] : entriesOf(value);
  }

  function itemsOfPart(part: unknown): Traced[] {
    if (!isJsonObject(part)) return [nothing];
    const value = trace(part["value"]);
    return part[STEP] === "spread" ? (itemsOf(value) ?? []) : [value];
  }

  return trace;
}

function isNull(traced: Traced): boolean {
  return (traced.kind === "known" || traced.kind === "plain") && (traced.data ?? null) === null;
}

/** Returns the field of an object with its origin; undefined when there is no such field. */
export function fieldOf(traced: Traced, name: string): Traced | undefined {
  if (traced.kind === "object") return traced.fields.get(name);
  if (traced.kind !== "known" || !isJsonObject(traced.data)) return undefined;
  if (!Object.hasOwn(traced.data, name)) return undefined;
  return within(traced.origin, traced.data[name], name);
}

/** Returns the items of a list with their origins; undefined for other values. */
export function itemsOf(traced: Traced): Traced[] | undefined {
  if (traced.kind === "list") return traced.items;
  if (traced.kind !== "known" || !Array.isArray(traced.data)) return undefined;
  const { data, origin } = traced;
  return data.map((item: unknown, index) => within(origin, item, segmentOf(data, index)));
}

function within(origin: Origin, data: unknown, segment: Origin["segment"]): Traced {
  return { kind: "known", data, origin: { document: origin.document, within: origin, segment } };
}

function entriesOf(traced: Traced): [string, Traced][] {
  if (traced.kind === "object") return [...traced.fields];
  if (traced.kind !== "known" || !isJsonObject(traced.data)) return [];
  return Object.entries(traced.data).map(([name, child]) => [
    name,
    within(traced.origin, child, name),
  ]);
}

function flatten(traced: Traced): Traced {
  const items = itemsOf(traced);
  if (!items) return nothing;
  return { kind: "list", items: items.flatMap((item) => itemsOf(item) ?? [item]) };
}

function sliceOf(traced: Traced, step: Record<string, unknown>): Traced {
  const items = itemsOf(traced);
  if (!items) return nothing;
  const place = (name: string) => {
    const index = Number(step[name]);
    return index < 0 ? items.length + index : index;
  };
  const end = place("to") + (step["inclusive"] === true ? 1 : 0);
  return { kind: "list", items: items.slice(Math.max(0, place("from")), Math.max(0, end)) };
}

/** Attribute that marks an object as a step. The name is random, so no document contains the attribute. */
const STEP = `step:${randomUUID()}`;

/**
 * Rewrites the part of a query that builds the result, so that groq-js returns the steps to each value, such as “field
 * a of this object”. `createTrace` then finds each value and its origin, because a string alone does not show which
 * object contained it. Filters and sort orders stay unchanged, so the query selects the same data.
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
      return expr
        ? stepNode("flat", { of: { ...node, type: "Map", expr: keepSteps(expr) } })
        : node;
    case "AccessAttribute":
      return stepNode("child", {
        of: base ? keepSteps(base) : { type: "This" },
        name: constant(node["name"]),
      });
    case "AccessElement":
      return base
        ? stepNode("element", { of: keepSteps(base), index: constant(node["index"]) })
        : node;
    case "Slice":
      return base
        ? stepNode("slice", {
            of: keepSteps(base),
            from: constant(node["left"]),
            to: constant(node["right"]),
            inclusive: constant(node["isInclusive"]),
          })
        : node;
    case "ArrayCoerce":
      return base ? stepNode("list", { of: keepSteps(base) }) : node;
    case "Select":
      return keepSelect(node);
    case "Object":
      return stepNode("object", { parts: arrayOf(nodesOf(node, "attributes").map(keepAttribute)) });
    case "Array":
      return stepNode("array", { parts: arrayOf(nodesOf(node, "elements").map(keepElement)) });
    case "FuncCall":
      return isFunctionCall(node, "global", "coalesce")
        ? stepNode("first", { parts: arrayOf(nodesOf(node, "args").map(keepSteps)) })
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
    return stepNode("attribute", { name: constant(attribute["name"]), value: keepSteps(value) });
  }
  const condition = childOf(attribute, "condition");
  const spread = stepNode("spread", { value: keepSteps(value) });
  if (!condition) return spread;
  const alternative = { type: "SelectAlternative", condition, value: spread };
  return { type: "Select", alternatives: [alternative] };
}

function keepElement(element: GroqNode): GroqNode {
  const value = keepSteps(childOf(element, "value") ?? constant(null));
  return stepNode(element["isSplat"] === true ? "spread" : "item", { value });
}

function stepNode(kind: string, parts: Record<string, GroqNode>): GroqNode {
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
