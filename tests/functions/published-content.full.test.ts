// @module-tag full
import { expect, it } from "vitest";
import { localProject } from "../../scripts/stack/content-part.ts";
import { receiptSchema } from "#contracts/requests/tracking.ts";
import { startSeededLake } from "../support/stacks/seeded-lake.ts";
import { filledSimulation, someAddress } from "./filled-forms.ts";
import { eventually, startTestStack } from "./test-stack.ts";

it("functions promise and mail published values, also while the content API is away", async () => {
  const lake = await startSeededLake();
  const content = { ...localProject, apiHost: lake.url };
  await lake.editor.patch("businessRules", { set: { approvalHours: 2 } }).commit();
  await lake.editor
    .patch("mailTexts", { set: { "simulationReceived.heading": "Chegou, {{brandName}}!" } })
    .commit();
  const stack = await startTestStack({ content });
  try {
    const body = filledSimulation();
    const answer = await stack.call("send-simulation-email", { body, from: someAddress() });
    receiptSchema.parse(Object(answer.body).data);
    const [row] = await stack.sql`
      select extract(epoch from answer_due_at - created_at) / 3600 as hours
      from public.simulations where email = ${body.email}`;
    expect(Number(row?.["hours"])).toBe(2);
    await eventually(async () => (await stack.inbox(body.email))[0]?.text).toContain(
      "Chegou, Payser!",
    );

    // The database stores a copy of the content. A new process of edge functions reads this copy when the content API
    // is down.
    await lake.stop();
    const [kept] = await stack.sql`
      select content -> 'rules' ->> 'approvalHours' as hours, content -> 'pix' ->> 'key' as key
      from private.kept_content`;
    expect(kept).toEqual({ hours: "2", key: "pagamentos@payser.example" });
  } finally {
    await stack.stop();
    await lake.close();
  }
}, 60_000);
