import { isJsonObject } from "../../documents/document.ts";
import { type Origin, segmentOf } from "./origins.ts";
import { STEP } from "./steps.ts";

/** A value of a result whose parts know where they come from, as far as that is known. */
export type Traced =
  | { kind: "known"; data: unknown; origin: Origin }
  | { kind: "list"; items: Traced[] }
  | { kind: "object"; fields: ReadonlyMap<string, Traced> }
  | { kind: "plain"; data: unknown };

const nothing: Traced = { kind: "plain", data: null };

/** Puts the steps that a rewritten query answered together again. */
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

/** The field of an object; undefined when there is none. */
export function fieldOf(traced: Traced, name: string): Traced | undefined {
  if (traced.kind === "object") return traced.fields.get(name);
  if (traced.kind !== "known" || !isJsonObject(traced.data)) return undefined;
  if (!Object.hasOwn(traced.data, name)) return undefined;
  return within(traced.origin, traced.data[name], name);
}

/** The items of a list; undefined when it is none. */
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
