import { pathToString, type Path, useSchema } from "sanity";
import { IntentLink } from "sanity/router";
import { z } from "zod";

const titleSchema = z.string().nullish().catch(undefined);
const titlesSchema = z.object({
  name: titleSchema,
  title: titleSchema,
  question: titleSchema,
  from: titleSchema,
});

export interface NamedDocument {
  _id: string;
  _type: string;
  [field: string]: unknown;
}

/** Returns the name by which lists show a document, such as “Parceiro: Ipê do Vale”. */
export function titleOfDocument(document: NamedDocument, typeTitle: string | undefined): string {
  const { _id: id, _type: type } = document;
  const { name, title, question, from } = titlesSchema.parse(document);
  const ownTitle = id === type ? undefined : (name ?? title ?? question ?? from);
  return [typeTitle ?? type, ownTitle].filter(Boolean).join(": ");
}

export function DocumentLink({ document, path }: { document: NamedDocument; path?: Path }) {
  const { _id: id, _type: type } = document;
  const schemaType = useSchema().get(type);
  return (
    <IntentLink intent="edit" params={{ id, type, ...(path && { path: pathToString(path) }) }}>
      {titleOfDocument(document, schemaType?.title)}
    </IntentLink>
  );
}
