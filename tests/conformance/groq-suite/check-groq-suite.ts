import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { ApiError } from "../../../studio/local/http/api-error.ts";
import { isJsonObject, type StoredDocument } from "../../../studio/local/documents/document.ts";
import { answerGroq, parseGroq } from "../../../studio/local/query/groq-query.ts";
import { type View, viewOf } from "../../../studio/local/query/perspective.ts";
import { scoresAsPlaces } from "./scores-as-places.ts";
import type { Exceptions } from "./suite-exceptions.ts";

/** Schema of one line of the compiled suite. The README of the suite describes the format. */
const entrySchema = z.discriminatedUnion("_type", [
  z.looseObject({
    _type: z.literal("dataset"),
    _id: z.string(),
    name: z.string(),
    // The documents of the suite have no revision and no times, so answers must not contain a revision or times.
    documents: z.array(z.custom<StoredDocument>(isJsonObject)).optional(),
  }),
  z.looseObject({
    _type: z.literal("test"),
    _id: z.string(),
    filename: z.string(),
    query: z.string(),
    result: z.unknown().optional(),
    valid: z.boolean(),
    params: z.record(z.string(), z.unknown()).nullish(),
    dataset: z.object({ _ref: z.string() }),
  }),
]);

type Entry = z.infer<typeof entrySchema>;
type Case = Extract<Entry, { _type: "test" }>;

interface Outcome {
  passed: boolean;
  /** Missing feature of the local Content Lake, as named in an answer with status 501. */
  notImitated?: string;
  text: string;
}

export interface SuiteReport {
  passed: number;
  excepted: number;
  /** Unexpected results, one line each. A listed exception that passes is also an unexpected result. */
  problems: string[];
}

/**
 * Runs the compiled GROQ test suite against the GROQ evaluation of the local Content Lake. @param
 * ndjson the suite, one entry per line
 */
export async function checkGroqSuite(ndjson: string, exceptions: Exceptions): Promise<SuiteReport> {
  const entries = ndjson
    .trim()
    .split("\n")
    .map((line) => entrySchema.parse(JSON.parse(line)));
  const datasets = new Map(entries.flatMap((entry) => datasetOf(entry)));
  const expected = new Set(exceptions.failing.flatMap(({ cases }) => cases));
  const notRun = new Set(exceptions.tooSlow.flatMap(({ cases }) => cases));
  const counted = [...exceptions.notImitated, ...exceptions.withoutDataset].map((exception) => ({
    ...exception,
    left: exception.count,
  }));
  const report: SuiteReport = { passed: 0, excepted: 0, problems: [] };

  for (const entry of entries) {
    if (entry._type !== "test") continue;
    if (notRun.delete(entry._id)) {
      report.excepted += 1;
      continue;
    }
    const dataset = datasets.get(entry.dataset._ref);
    const outcome = dataset?.view ? await outcomeOf(entry, dataset.view) : undefined;
    const excepted = expected.delete(entry._id);
    const group = counted.find(({ name }) =>
      outcome ? outcome.notImitated?.includes(name) : name === dataset?.name,
    );
    if (group) group.left -= 1;
    if (outcome?.passed) report.passed += 1;
    else if (excepted || group) report.excepted += 1;
    else report.problems.push(`${entry.filename} ${entry._id} fails: ${outcome?.text}`);
    if (outcome?.passed && excepted) report.problems.push(`${entry._id} passes by now`);
  }
  for (const id of [...expected, ...notRun]) report.problems.push(`${id} is not in the suite`);
  for (const { name, count, left } of counted) {
    if (left !== 0) report.problems.push(`"${name}" excepts ${count - left} cases, not ${count}`);
  }
  return report;
}

function datasetOf(entry: Entry): [string, { name: string; view: View | undefined }][] {
  if (entry._type !== "dataset") return [];
  const { _id: id, name, documents } = entry;
  return [[id, { name, view: documents && viewOf(documents, ["raw"]) }]];
}

async function outcomeOf(entry: Case, view: View): Promise<Outcome> {
  try {
    const parameters = entry.params ?? {};
    const query = parseGroq(entry.query, parameters, { mayWait: true });
    const { result } = await answerGroq(query, parameters, view);
    // The result is converted to JSON and back, as in an HTTP response. Times become texts, undefined values disappear.
    const answer: unknown = JSON.parse(JSON.stringify(result ?? null));
    const passed =
      entry.valid && isDeepStrictEqual(scoresAsPlaces(answer, entry.result), entry.result ?? null);
    return { passed, text: `${onOneLine(entry.query)} gives ${JSON.stringify(answer)}` };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const text = `${onOneLine(entry.query)} is refused: ${error.message}`;
    if (error.status === 501) return { passed: false, notImitated: error.message, text };
    return { passed: !entry.valid, text };
  }
}

function onOneLine(query: string): string {
  return query.trim().replaceAll(/\s+/g, " ");
}
