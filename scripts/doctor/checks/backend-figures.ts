import { z } from "zod";
import { failed, ok, skipped, type Check } from "../check.ts";

const answerSchema = z.object({
  data: z.object({ mailWaiting: z.number(), mailParked: z.number(), documentsParked: z.number() }),
});

/** The site asks with this key whenever Prometheus asks it; here that is done once. */
export const backendFigures: Check = {
  title: "Números do backend",
  async run({ supabase, variables }) {
    const key = variables["METRICS_KEY"];
    if (!supabase || !key) return skipped("sem SUPABASE_URL ou METRICS_KEY");
    const response = await fetch(new URL("/functions/v1/read-metrics", supabase.url), {
      method: "POST",
      headers: {
        apikey: supabase.publishableKey,
        "x-metrics-key": key,
        "content-type": "application/json",
      },
      body: "{}",
    });
    if (response.status === 401) return failed("as funções têm outra METRICS_KEY, ou nenhuma");
    const answer = answerSchema.safeParse(await response.json().catch(() => undefined));
    if (!answer.success) return failed(`read-metrics responde ${response.status}`);
    const { mailWaiting, mailParked, documentsParked } = answer.data.data;
    return ok(
      `${mailWaiting} e-mails na fila, ${mailParked} parados, ${documentsParked} documentos parados`,
    );
  },
};
