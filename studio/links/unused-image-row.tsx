import { Card, Flex, Stack, Text } from "@sanity/ui";
import type { UnusedImage } from "./read-report.ts";

const kilobytes = new Intl.NumberFormat("pt-BR", { maximumFractionDigits: 0 });

/** An image that no document shows, small, with what tells it from others. */
export function UnusedImageRow({ image }: { image: UnusedImage }) {
  const { url, originalFilename, size, width, height } = image;
  return (
    <Card border radius={2} padding={3}>
      <Flex gap={4} align="center">
        <img src={`${url}?w=160&h=120&fit=max`} alt="" width={80} height={60} loading="lazy" />
        <Stack gap={3} flex={1}>
          <Text weight="medium">
            <a href={url} target="_blank" rel="noreferrer">
              {originalFilename ?? "Imagem sem nome"}
            </a>
          </Text>
          <Text size={1} muted>
            {width} × {height} pixels, {kilobytes.format(size / 1000)} kB
          </Text>
        </Stack>
      </Flex>
    </Card>
  );
}
