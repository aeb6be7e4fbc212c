// @module-tag full
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { localProject } from "../../scripts/stack/content-part.ts";
import { startSeededLake, type SeededLake } from "../support/stacks/seeded-lake.ts";
import { filledTestMail, someAddress } from "./filled-forms.ts";
import { eventually, startTestStack, type TestStack } from "./test-stack.ts";

vi.setConfig({ testTimeout: 60_000 });

const studioUrl = "http://localhost:3998";

let lake: SeededLake;
let stack: TestStack;
let token: string;
let editorEmail: string;
beforeAll(async () => {
  lake = await startSeededLake();
  editorEmail = lake.editorEmail;
  token = lake.editor.config().token ?? "";
  stack = await startTestStack({ content: { ...localProject, apiHost: lake.url }, studioUrl });
}, 60_000);
afterAll(async () => {
  await stack?.stop();
  await lake?.close();
}, 30_000);

const send = (body: object, headers: Record<string, string | null> = { origin: studioUrl }) =>
  stack.call("send-test-mail", { body, headers, from: someAddress() });

const queued = async () => {
  const [row] = await stack.sql`
    select count(*)::integer as mails from public.outgoing_mail where template = 'test-mail'`;
  return row?.["mails"];
};

it("a test mail brings editors their own words with sample data", async () => {
  const answer = await send(filledTestMail({ token, email: "outra@exemplo.com.br" }));
  expect(answer).toMatchObject({ status: 200, body: { data: { email: editorEmail } } });
  expect(answer.headers["access-control-allow-origin"]).toBe(studioUrl);
  await eventually(() => stack.inbox(editorEmail)).toHaveLength(1);
  const [mail] = await stack.inbox(editorEmail);
  expect(mail?.subject).toBe("[Teste] Assunto de teste");
  expect(mail?.text).toContain("Protocolo PS-2026-00000011, até seg., 02/03, 22h30.");
  expect(mail?.text).toMatch(/\/acompanhar\n/);
  expect(await stack.inbox("outra@exemplo.com.br")).toEqual([]);
});

it("a test mail is refused to all others from any page", async () => {
  const before = await queued();
  const { body: viewer } = await send(filledTestMail({ token: lake.viewerToken }));
  const { status } = await send(filledTestMail());
  expect([status, Object(viewer).error.code]).toEqual([401, "unauthorized"]);
  expect((await send(filledTestMail(), { origin: null })).status).toBe(401);
  const fromSite = await send(filledTestMail({ token }), { origin: stack.siteUrl });
  expect(fromSite.status).toBe(403);
  expect(fromSite.headers["access-control-allow-origin"]).toBeUndefined();
  const keyless = { origin: studioUrl, apikey: null };
  expect((await send(filledTestMail({ token }), keyless)).status).toBe(401);
  expect(await queued()).toBe(before);
});

it("the studio's page may call this function and no other", async () => {
  const preflight = (name: string) =>
    stack.call(name, { method: "OPTIONS", body: "", headers: { origin: studioUrl } });
  expect((await preflight("send-test-mail")).status).toBe(204);
  expect((await preflight("send-contact-message")).status).toBe(403);
});

it("a test mail is limited by editor across networks", async () => {
  await stack.sql`update private.limits set most = 2 where action = 'test-mail-by-editor'`;
  await stack.sql`delete from public.rate_limits`;
  const statuses: number[] = [];
  for (let mails = 0; mails < 3; mails++) {
    statuses.push((await send(filledTestMail({ token }))).status);
  }
  expect(statuses).toEqual([200, 200, 429]);
});
