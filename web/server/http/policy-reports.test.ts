import { Hono } from "hono";
import { expect, test } from "vitest";
import { createPolicyReports } from "./policy-reports.ts";

/** Creates the endpoint for policy reports and records its log lines. */
function takeReports() {
  const logged: object[] = [];
  const take = createPolicyReports("https://payser.example", (_level, event, details) =>
    logged.push({ event, ...details }),
  );
  const app = new Hono().post("/:network", (context) =>
    take(context, context.req.param("network")),
  );
  const send = async (body: unknown, network = "a") => {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    return (await app.request(`/${network}`, { method: "POST", body: text })).status;
  };
  return { send, logged };
}

const report = (changes: Record<string, unknown> = {}) => ({
  type: "csp-violation",
  age: 10,
  url: "https://payser.example/contrato",
  user_agent: "Mozilla/5.0 (somebody's)",
  body: {
    documentURL: "https://payser.example/contrato?numero=PF-2026-1#token=segredo",
    blockedURL: "https://evil.example/x.js?cpf=52998224725",
    effectiveDirective: "script-src-elem",
    lineNumber: 3,
    sample: "maria@exemplo.com.br",
    ...changes,
  },
});

test("a report is logged without personal data", async () => {
  const { send, logged } = takeReports();
  expect(await send([report()])).toBe(204);
  expect(logged).toEqual([
    {
      event: "policy-violated",
      directive: "script-src-elem",
      blocked: "https://evil.example",
      page: "/contrato",
      line: 3,
    },
  ]);
});

test.each([
  ["a path that somebody typed", { documentURL: "https://payser.example/maria@exemplo.com.br" }],
  ["another site's page", { documentURL: "https://evil.example/contrato" }],
  ["no address", { documentURL: "maria@exemplo.com.br" }],
])("a report about %s is logged as page other", async (_what, changes) => {
  const { send, logged } = takeReports();
  await send([report(changes)]);
  expect(logged).toMatchObject([{ page: "other" }]);
});

test("repeated reports of one violation are logged once", async () => {
  const { send, logged } = takeReports();
  for (const network of ["a", "b", "c"]) await send([report(), report()], network);
  expect(logged).toHaveLength(1);
});

test("a network may report ten times a minute without limiting others", async () => {
  const { send, logged } = takeReports();
  const answers = [];
  for (let line = 0; line < 12; line += 1) answers.push(await send([report({ lineNumber: line })]));
  expect(answers.filter((status) => status === 429)).toHaveLength(2);
  expect(logged).toHaveLength(10);
  expect(await send([report({ lineNumber: 99 })], "b")).toBe(204);
});

test.each([
  ["invalid JSON", "{", 400],
  ["JSON that is not a report", { a: 1 }, 400],
  ["an invalid directive", [report({ effectiveDirective: "x\n{}" })], 400],
  ["more reports than browsers send at once", Array.from({ length: 21 }, () => report()), 400],
  ["a body that is too long", "x".repeat(20_000), 413],
])("%s is refused and not logged", async (_what, body, status) => {
  const { send, logged } = takeReports();
  expect(await send(body)).toBe(status);
  expect(logged).toEqual([]);
});
