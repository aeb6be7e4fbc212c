import { Card, Stack, Text } from "@sanity/ui";
import { type SchemaType, useSchema } from "sanity";
import { DocumentLink } from "./document-link.tsx";
import type { BrokenLink } from "./find-broken-links.ts";

/** A link that leads nowhere, which opens where it can be mended. */
export function BrokenLinkRow({ link: { document, path, problem, label } }: { link: BrokenLink }) {
  const schemaType = useSchema().get(document._type);
  const place = [fieldTitle(schemaType, path[0]), label].filter(Boolean).join(" › ");
  return (
    <Card border radius={2} padding={3} tone="caution">
      <Stack gap={3}>
        <Text weight="medium">
          <DocumentLink document={document} path={path} />
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
