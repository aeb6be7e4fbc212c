import { Button, Card, Flex, Heading, Stack, Text } from "@sanity/ui";
import { useCallback, useState } from "react";
import { type SchemaType, useClient, useSchema } from "sanity";
import { contentApiVersion } from "../../content-api-version.ts";
import { LoadFailed, Loading } from "../feedback/read-states.tsx";
import { useRead } from "../feedback/use-read.ts";
import { DocumentLink } from "./document-link.tsx";
import { type BrokenLink, readReport } from "./read-report.ts";

/** Studio pane “Links quebrados”. It lists links whose target does not exist. */
export function LinksReport() {
  const [attempt, setAttempt] = useState(0);
  return (
    <Card padding={4} height="fill" overflow="auto" data-testid="links-report">
      <Stack gap={5}>
        <Flex justify="space-between" align="center" gap={3} wrap="wrap">
          <Text muted>O que está publicado agora. Rascunhos não entram na conta.</Text>
          <Button mode="ghost" text="Verificar de novo" onClick={() => setAttempt(attempt + 1)} />
        </Flex>
        <Findings key={attempt} />
      </Stack>
    </Card>
  );
}

function Findings() {
  const client = useClient({ apiVersion: contentApiVersion });
  const links = useRead(useCallback(() => readReport(client), [client]));

  if (links === "loading") return <Loading text="Procurando links quebrados…" />;
  if (links === "failed") {
    return (
      <LoadFailed text="Não foi possível ler o conteúdo. Verifique a conexão e tente de novo." />
    );
  }
  return (
    <Stack gap={4} as="section">
      <Heading as="h2" size={1}>
        Links quebrados ({links.length})
      </Heading>
      {links.length > 0 ? (
        <Stack gap={2}>
          {links.map((link) => (
            <BrokenLinkRow key={JSON.stringify([link.document._id, link.path])} link={link} />
          ))}
        </Stack>
      ) : (
        <Card tone="positive" padding={4} radius={2} border>
          <Text>Nenhum: todos os links e redirecionamentos levam a algum lugar.</Text>
        </Card>
      )}
    </Stack>
  );
}

function BrokenLinkRow({ link: { document, path, problem, label } }: { link: BrokenLink }) {
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
