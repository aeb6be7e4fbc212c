import { useEffect } from "react";
import { type ObjectInputProps, unset } from "sanity";
import { fieldsOfKind, readLink } from "./read-link.ts";

const allFields = [...new Set(Object.values(fieldsOfKind).flat())];

/**
 * The picker of a link. What a former choice was filled in with goes when another kind is chosen:
 * a reference that nobody sees would keep its document from being deleted.
 */
export function LinkInput(props: ObjectInputProps) {
  const { value, onChange, readOnly, renderDefault } = props;
  const link = readLink(value);
  const kept: readonly string[] = link.kind ? fieldsOfKind[link.kind] : allFields;
  const stale = allFields.filter((name) => link[name] !== undefined && !kept.includes(name)).join();

  useEffect(() => {
    if (stale && !readOnly) onChange(stale.split(",").map((name) => unset([name])));
  }, [stale, readOnly, onChange]);

  return renderDefault(props);
}
