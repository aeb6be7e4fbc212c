import { mkdir, readFile, writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { localDirectory } from "../../scripts/stack/stack-file.ts";
import { benchBackend } from "./bench-backend.ts";
import { benchDev } from "./bench-dev.ts";
import { benchSearch } from "./bench-search.ts";
import { benchSite } from "./bench-site.ts";
import { benchSoak, isWholeSoak } from "./bench-soak.ts";
import { benchStudio } from "./bench-studio.ts";
import { benchTeam } from "./bench-team.ts";
import { type BenchPart, judge } from "./figure.ts";
import { figureTable } from "./figure-table.ts";
import { withSoak } from "./with-soak.ts";

// `npm run bench` measures all parts, and `npm run bench -- backend` measures the backend only. The failure of one part
// is stored as its result, so the results of the other parts are not lost. The report has all parts, each with the time
// of its measurement.
const parts = new Map<string, () => Promise<BenchPart>>([
  // The backend is measured first. Later parts leave data of Lighthouse in the memory of this process, which would
  // distort the times of the backend calls.
  ["backend", benchBackend],
  ["team", benchTeam],
  ["search", benchSearch],
  ["site", benchSite],
  ["studio", benchStudio],
  ["dev", benchDev],
]);

const keptSchema = z.object({
  name: z.string(),
  measuredAt: z.string(),
  figures: z.array(
    z.object({
      name: z.string(),
      comparison: z.enum(["<", "<=", ">=", "="]),
      samples: z.array(z.object({ value: z.number(), limit: z.number() })),
    }),
  ),
  sections: z.array(z.string()),
});
type Kept = BenchPart & { name: string; measuredAt: string };

const directory = join(localDirectory, "bench");
const fileOf = (name: string) => join(directory, `${name}.json`);

async function measure(name: string, bench: () => Promise<BenchPart>): Promise<Kept> {
  const results = { ...(await bench()), name, measuredAt: new Date().toISOString() };
  await mkdir(directory, { recursive: true });
  await writeFile(fileOf(name), JSON.stringify(results));
  return results;
}

async function readResult(name: string): Promise<Kept[]> {
  const text = await readFile(fileOf(name), "utf8").catch(() => null);
  return text === null ? [] : [keptSchema.parse(JSON.parse(text))];
}

function describe({ figures, sections }: BenchPart): string {
  return `${figureTable(figures)}\n\n${sections.join("\n\n")}\n`;
}

const machine = `${cpus().length} × ${cpus()[0]?.model ?? "?"}, Node ${process.version}`;
const reportFile = "docs/bench.md";

/** Measures the soak, which takes half an hour. A run of all parts therefore leaves the soak out. */
async function measureSoak(): Promise<BenchPart> {
  const soak = await benchSoak();
  const section = `\`npm run bench -- soak\`, ${new Date().toISOString().slice(0, 10)}, ${machine}.\n\n${describe(soak)}`;
  console.log(section);
  const former = await readFile(reportFile, "utf8");
  if (isWholeSoak) await writeFile(reportFile, withSoak(former, former, section));
  return soak;
}

async function measureParts(wanted: readonly string[]): Promise<BenchPart> {
  for (const [name, bench] of parts) {
    if (wanted.length === 0 || wanted.includes(name))
      console.log(describe(await measure(name, bench)));
  }
  const results = (await Promise.all([...parts.keys()].map(readResult))).flat();
  const whole = {
    figures: results.flatMap(({ figures }) => figures),
    sections: results.flatMap(({ sections }) => sections),
  };
  if (results.length < parts.size) return whole;
  const times = results.map(({ name, measuredAt }) => `${name} ${measuredAt.slice(0, 16)}`);
  const report = `# Measured

\`npm run bench\`, ${machine}; in UTC: ${times.join(", ")}.

A limit that depends on the machine is measured together with its figure: each load of a page, with Lighthouse's mobile preset, has a load of the same page as a static file without scripts and with the same headers. A figure that seems to exceed its limit is measured again until chance hardly explains it (sign test, 1 in 20). Only then it is **over**, and the exit status is 1. A figure that is still undecided after its last sample is at its limit.

${describe(whole)}`;
  await writeFile(reportFile, withSoak(report, await readFile(reportFile, "utf8")));
  return whole;
}

const asked = process.argv.slice(2);
for (const name of asked) {
  if (!parts.has(name) && name !== "soak") throw new Error(`There is no part ${name}.`);
}
const { figures } = asked.includes("soak") ? await measureSoak() : await measureParts(asked);
process.exit(figures.some((figure) => judge(figure) === "over") ? 1 : 0);
