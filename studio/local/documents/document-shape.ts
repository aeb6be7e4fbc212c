import { malformed } from "../http/api-error.ts";
import { isJsonObject } from "./document.ts";

/** Refuses (400) what Content Lake does not store: lists in lists, and attributes with a space. */
export function checkShape(value: unknown, path = ""): void {
  if (Array.isArray(value)) {
    value.forEach((item: unknown, index) => {
      if (Array.isArray(item))
        throw malformed(`Nested arrays are not supported: ${path}[${index}]`);
      checkShape(item, `${path}[${index}]`);
    });
  } else if (isJsonObject(value)) {
    for (const [name, item] of Object.entries(value)) {
      if (name === "" || /\s/.test(name)) throw malformed(`Invalid attribute name "${name}"`);
      checkShape(item, path === "" ? name : `${path}.${name}`);
    }
  }
}
