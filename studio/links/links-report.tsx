import { Button, Card, Flex, Heading, Spinner, Stack, Text } from "@sanity/ui";
import { type ReactNode, useEffect, useState } from "react";
import { useClient } from "sanity";
import { contentApiVersion } from "../../content-api-version.ts";
import { BrokenLinkRow } from "./broken-link-row.tsx";
import { type Report, readReport } from "./read-report.ts";
import { UnusedImageRow } from "./unused-image-row.tsx";

/** “Links e imagens”: what leads visitors nowhere, and images that nothing shows. */
export function LinksReport() {
  const [attempt, setAttempt] = useState(0);
  return (
    <Card padding={4} height="fill" overflow="auto" data-testid="links-report">
      <Stack gap={5}>
        <Flex justify="space-between" align="center" gap={3} wrap="wrap">
          <Text muted>O que está publicado agora. Rascunhos não entram na conta dos links.</Text>
          <Button mode="ghost" text="Verificar de novo" onClick={() => setAttempt(attempt + 1)} />
        </Flex>
        <Findings key={attempt} />
      </Stack>
    </Card>
  );
}

function Findings() {
  const client = useClient({ apiVersion: contentApiVersion });
  const [report, setReport] = useState<Report | "loading" | "failed">("loading");

  useEffect(() => {
    let isCurrent = true;
    const show = (read: Report | "failed") => isCurrent && setReport(read);
    readReport(client)
      .then(show)
      .catch(() => show("failed"));
    return () => {
      isCurrent = false;
    };
  }, [client]);

  if (report === "loading") {
    return (
      <Flex as="output" align="center" gap={3}>
        <Spinner />
        <Text>Procurando links quebrados e imagens sem uso…</Text>
      </Flex>
    );
  }
  if (report === "failed") {
    return (
      <Card tone="critical" padding={4} radius={2} border role="alert">
        <Text>Não foi possível ler o conteúdo. Verifique a conexão e tente de novo.</Text>
      </Card>
    );
  }
  return (
    <>
      <Section
        title="Links quebrados"
        empty="Nenhum: todos os links e redirecionamentos levam a algum lugar."
      >
        {report.brokenLinks.map((link) => (
          <BrokenLinkRow key={JSON.stringify([link.document._id, link.path])} link={link} />
        ))}
      </Section>
      <Section
        title="Imagens sem uso"
        empty="Nenhuma: todas as imagens aparecem em algum documento."
      >
        {report.unusedImages.map((image) => (
          <UnusedImageRow key={image._id} image={image} />
        ))}
      </Section>
    </>
  );
}

interface SectionProps {
  title: string;
  /** What is said when there is nothing to show. */
  empty: string;
  children: readonly ReactNode[];
}

function Section({ title, empty, children }: SectionProps) {
  return (
    <Stack gap={4} as="section">
      <Heading as="h2" size={1}>
        {title} ({children.length})
      </Heading>
      {children.length > 0 ? (
        <Stack gap={2}>{children}</Stack>
      ) : (
        <Card tone="positive" padding={4} radius={2} border>
          <Text>{empty}</Text>
        </Card>
      )}
    </Stack>
  );
}
