import type { ComponentType } from "react";
import { type FieldGroupDefinition, defineType } from "sanity";
import { pageFields, pageGroups } from "./page-fields.ts";
import { type Fields, makeFields } from "./text-fields.ts";

interface Singleton {
  name: string;
  title: string;
  icon: ComponentType;
  fields: Fields;
  groups?: FieldGroupDefinition[];
}

/** Defines a singleton: a document type with exactly one document, whose id is the type's name. */
export function defineSingleton({ fields, ...singleton }: Singleton) {
  return defineOnly({ ...singleton, fields: makeFields(fields) });
}

/** Defines the singleton of a page of the site, with a tab of fields for search engines and sharing. */
export function definePage({ fields, ...page }: Omit<Singleton, "groups">) {
  return defineOnly({ ...page, groups: pageGroups, fields: pageFields(fields) });
}

function defineOnly(
  singleton: Omit<Singleton, "fields"> & { fields: ReturnType<typeof makeFields> },
) {
  const { title, icon } = singleton;
  return {
    ...defineType({ ...singleton, type: "document", preview: { prepare: () => ({ title }) } }),
    title,
    icon,
  };
}
