import { measureApplicantCalls } from "./applicant-calls.ts";
import { startBackendStack } from "./backend-stack.ts";
import { type BenchPart, count } from "./figure.ts";
import { markdownTable } from "./markdown-table.ts";
import { measureStaffList } from "./staff-list.ts";
import { measureStatement } from "./statement.ts";
import { measureSubmits } from "./submits.ts";
import { describeThroughput } from "./throughput.ts";

const limits =
  "PostgreSQL alone can be much faster: the local substitute of the hosted API is one Node thread, which " +
  "shares the machine with the database and the bench.";

const callsRemark =
  "Calls without an account go through edge functions, which count by address and use the database " +
  "alone. They run at 16 connections (acceptances at 2), in turn with reads of a tenant's contract, " +
  "which go through no function:";

/** Measures forms, contracts and the staff list on a complete local Supabase. */
export async function benchBackend(): Promise<BenchPart> {
  const stack = await startBackendStack();
  try {
    const submits = await measureSubmits(stack);
    const applicants = await measureApplicantCalls(stack);
    const { figures, contract, lists } = await measureStaffList(stack);
    const statement = await measureStatement(stack);
    const summary = [
      `Backend, everything on this machine. ${submits.submits} simulations submitted at ${submits.connections} connections: ${describeThroughput(submits)}; the last e-mail arrived after ${Math.round(submits.deliveredSeconds)} s.`,
      `A tenant's contract at 16 connections: ${describeThroughput(contract)}. The staff's list over 100,000 simulations at 16 connections, medians of rounds in which the lists and the contract take turns:`,
    ].join(" ");
    const table = markdownTable(
      ["staff's list", "through the API", "PostgreSQL alone", "one call, ms"],
      lists.map(({ what, api, sql, sqlAlone }) => [
        what,
        describeThroughput(api),
        describeThroughput(sql),
        sqlAlone.toFixed(1),
      ]),
    );
    const calls = markdownTable(
      ["call", "req/s", "p50 ms", "p95 ms"],
      applicants.calls.map(({ what, requestsPerSecond, p50Milliseconds, p95Milliseconds }) => [
        what,
        requestsPerSecond.toFixed(0),
        p50Milliseconds.toFixed(0),
        p95Milliseconds.toFixed(0),
      ]),
    );
    return {
      sections: [`${summary}\n\n${table}\n\n${limits}`, `${callsRemark}\n\n${calls}`],
      figures: [
        count("submits lost", submits.lost, "=", 0),
        count("rows and e-mails doubled", submits.doubled, "=", 0),
        count("applicants without a confirmation", submits.unconfirmed, "=", 0),
        count("e-mails delivered", submits.mails, "=", submits.queued),
        ...applicants.figures,
        ...figures,
        ...statement,
      ],
    };
  } finally {
    await stack.close();
  }
}
