import { Card, Flex, Spinner, Stack, Text } from "@sanity/ui";
import type { ReactNode } from "react";

export function Loading({ text }: { text: string }) {
  return (
    <Flex as="output" align="center" gap={3}>
      <Spinner />
      <Text>{text}</Text>
    </Flex>
  );
}

interface LoadFailedProps {
  text: string;
  /** Button with which the editor can load the pane again. */
  children?: ReactNode;
}

export function LoadFailed({ text, children }: LoadFailedProps) {
  return (
    <Card tone="critical" padding={4} radius={2} border role="alert">
      <Stack gap={4}>
        <Text>{text}</Text>
        {children}
      </Stack>
    </Card>
  );
}
