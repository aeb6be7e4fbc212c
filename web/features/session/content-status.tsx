import { useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import { readyPath } from "../../config/paths.ts";
import { StatusLine } from "./status-line.tsx";

const readinessSchema = z.object({
  /** Where visitors' content comes from; null while there is none. */
  content: z.nullable(z.object({ from: z.enum(["live", "cache", "snapshot"]), since: z.string() })),
});

/** Since when visitors get content that may be old; nothing while it is read as it is published. */
export function ContentStatus({ interval }: { interval: number }) {
  const { data } = useQuery({
    queryKey: ["site-readiness"],
    queryFn: async ({ signal }) => {
      const reply = await fetch(readyPath, { signal });
      return readinessSchema.parse(await reply.json());
    },
    refetchInterval: interval,
  });
  const content = data?.content;
  if (!content || content.from === "live") return null;
  return (
    <StatusLine what="O site está sem contato com o conteúdo" since={content.since}>
      : mostra o último que leu
    </StatusLine>
  );
}
