import { z } from "zod";
import { addDays } from "../../web/formats/dates.ts";
import { todayInBrasilia } from "#contracts/fields/formats.ts";
import { readBankFile } from "../../web/features/payments/staff/statement/read-bank-file.ts";
import { toStatementJson } from "../../web/features/payments/staff/statement/statement-reading.ts";
import type { BackendStack } from "./backend-stack.ts";
import type { Figure } from "./figure.ts";
import { measure } from "./measure.ts";

const NAME = "statement of 20,000 rows, read and matched, s";
const ROWS = 20_000;
/** Maximum time to read the file and to match its lines with contracts. Staff wait for both steps. */
const LIMIT_SECONDS = 5;

const previewSchema = z.object({ lines: z.array(z.unknown()).length(ROWS) });

/** Measures how long a bank statement of 20,000 rows takes from the bytes of the file to the answer of the database. */
export async function measureStatement(stack: BackendStack): Promise<Figure[]> {
  const { email, password } = stack.accounts.staff;
  const { headers } = await stack.signIn(email, password);
  const file = new TextEncoder().encode(writeStatement());
  return await measure({ [NAME]: "<" }, async () => {
    const begin = performance.now();
    const reading = readBankFile(file, { account: "001 1234 56789" });
    if (reading.kind !== "lines") throw new Error(`The statement asks: ${JSON.stringify(reading)}`);
    const reply = await fetch(`${stack.url}/rest/v1/rpc/preview_statement`, {
      method: "POST",
      headers,
      body: JSON.stringify({ lines: toStatementJson(reading.lines) }),
    });
    previewSchema.parse(await reply.json());
    const seconds = (performance.now() - begin) / 1000;
    return { [NAME]: { value: seconds, limit: LIMIT_SECONDS } };
  });
}

/** Writes a CSV file with a Pix per row. Every tenth row is outgoing. */
function writeStatement(): string {
  const last = todayInBrasilia();
  const rows = Array.from({ length: ROWS }, (_row, index) => {
    const day = addDays(last, -(index % 60))
      .split("-")
      .toReversed()
      .join("/");
    const sign = index % 10 === 0 ? "-" : "";
    const name = `PF2026${index.toString(16).toUpperCase().padStart(10, "0")}`;
    return `${day};PIX RECEBIDO ${name} CLIENTE ${index};${sign}${(index % 5000) + 100},${String(index % 100).padStart(2, "0")};${index}`;
  });
  return ["Data;Histórico;Valor;Documento", ...rows].join("\r\n");
}
