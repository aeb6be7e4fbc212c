import { Card, Stack, Text } from "@sanity/ui";
import { pathToString, type SchemaType, useSchema } from "sanity";
import { IntentLink } from "sanity/router";
import { z } from "zod";
import type { BrokenLink } from "./find-broken-links.ts";

const titleSchema = z
  .object({ name: z.string(), title: z.string(), question: z.string(), from: z.string() })
  .partial()
  .catch({});

/** A link that leads nowhere, which opens where it can be mended. */
export function BrokenLinkRow({ link: { document, path, problem, label } }: { link: BrokenLink }) {
  const { _id: id, _type: type } = document;
  const schemaType = useSchema().get(type);
  const typeTitle = schemaType?.title ?? type;
  const place = [fieldTitle(schemaType, path[0]), label].filter(Boolean).join(" › ");
  const own = titleSchema.parse(document);
  const ownTitle = id === type ? undefined : (own.name ?? own.title ?? own.question ?? own.from);
  return (
    <Card border radius={2} padding={3} tone="caution">
      <Stack gap={3}>
        <Text weight="medium">
          <IntentLink intent="edit" params={{ id, type, path: pathToString(path) }}>
            {ownTitle ? `${typeTitle}: ${ownTitle}` : typeTitle}
          </IntentLink>
        </Text>
        <Text size={1}>{problem}</Text>
        {place && (
          <Text size={1} muted>
            {place}
          </Text>
        )}
      </Stack>
    </Card>
  );
}

function fieldTitle(type: SchemaType | undefined, name: unknown): string | undefined {
  if (type?.jsonType !== "object") return undefined;
  return type.fields.find((field) => field.name === name)?.type.title;
}
