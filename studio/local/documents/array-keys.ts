import { randomBytes } from "node:crypto";
import { isJsonObject } from "./document.ts";

/** Gives every object in every array a `_key`, as `autoGenerateArrayKeys` asks for. */
export function addArrayKeys(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map((item) =>
      isJsonObject(item) && typeof item["_key"] !== "string"
        ? { _key: randomBytes(6).toString("hex"), ...keyEntries(item) }
        : addArrayKeys(item),
    );
  }
  return isJsonObject(value) ? keyEntries(value) : value;
}

function keyEntries(object: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [name, addArrayKeys(value)]),
  );
}
