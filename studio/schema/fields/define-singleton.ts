import type { ComponentType } from "react";
import { type FieldDefinition, type FieldGroupDefinition, defineType } from "sanity";

interface Singleton {
  name: string;
  title: string;
  icon: ComponentType;
  fields: FieldDefinition[];
  groups?: FieldGroupDefinition[];
}

/** A document type of which exactly one document exists, with the type's name as its id. */
export function defineSingleton(singleton: Singleton) {
  const { title, icon } = singleton;
  return {
    ...defineType({ ...singleton, type: "document", preview: { prepare: () => ({ title }) } }),
    title,
    icon,
  };
}
