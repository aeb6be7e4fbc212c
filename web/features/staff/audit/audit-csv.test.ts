import { expect, test } from "vitest";
import { writeAuditCsv } from "./audit-csv.ts";

const row = {
  id: 7,
  occurred_at: "2026-11-24T12:00:00Z",
  action: "view-receipt",
  outcome: "denied",
  who: "=Ana",
  detail: null,
  rows: 0,
  cases: [{ kind: "contract" as const, id: "c1", number: "PF-2026-0123456789" }],
};

test("the file names person, action, result and case, and keeps formulas harmless", () => {
  const [titles, line] = writeAuditCsv([row]).split("\r\n");
  expect(titles).toBe("\uFEFFQuando;Pessoa;Ação;Resultado;O que houve;Casos;Linhas vistas");
  expect(line).toContain(`;"'=Ana";abrir um recibo;Recusada;`);
  expect(line).toContain('tentou sem permissão: abrir um recibo";PF-2026-0123456789;');
});

test("the file says how many rows a reading showed", () => {
  const seen = { ...row, action: "read-contracts", outcome: "done", rows: 20, cases: [] };
  expect(writeAuditCsv([seen])).toContain('viu os dados";;20\r\n');
});
