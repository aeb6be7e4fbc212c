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
import { type BenchPart, judge } from "./figure.ts";
import { figureTable } from "./figure-table.ts";
import { withSoak } from "./with-soak.ts";

// `npm run bench` measures all of it, `npm run bench -- backend` one part anew. What each gave is kept, for
// an hour of measuring must not go with its last minute; the report has all parts, and says when each
// was measured.
const parts = new Map<string, () => Promise<BenchPart>>([
  // First: its calls are timed in this process, which is then free of what Lighthouse's runs leave.
  ["backend", benchBackend],
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
  const kept = { ...(await bench()), name, measuredAt: new Date().toISOString() };
  await mkdir(directory, { recursive: true });
  await writeFile(fileOf(name), JSON.stringify(kept));
  return kept;
}

async function readKept(name: string): Promise<Kept[]> {
  const text = await readFile(fileOf(name), "utf8").catch(() => null);
  return text === null ? [] : [keptSchema.parse(JSON.parse(text))];
}

function tell({ figures, sections }: BenchPart): string {
  return `${figureTable(figures)}\n\n${sections.join("\n\n")}\n`;
}

const machine = `${cpus().length} × ${cpus()[0]?.model ?? "?"}, Node ${process.version}`;
const reportFile = "docs/bench.md";

/** It takes half an hour by itself, and no complete run has it. */
async function measureSoak(): Promise<BenchPart> {
  const soak = await benchSoak();
  const told = `\`npm run bench -- soak\`, ${new Date().toISOString().slice(0, 10)}, ${machine}.\n\n${tell(soak)}`;
  console.log(told);
  const former = await readFile(reportFile, "utf8");
  if (isWholeSoak) await writeFile(reportFile, withSoak(former, former, told));
  return soak;
}

async function measureParts(wanted: readonly string[]): Promise<BenchPart> {
  for (const [name, bench] of parts) {
    if (wanted.length === 0 || wanted.includes(name)) console.log(tell(await measure(name, bench)));
  }
  const kept = (await Promise.all([...parts.keys()].map(readKept))).flat();
  const whole = {
    figures: kept.flatMap(({ figures }) => figures),
    sections: kept.flatMap(({ sections }) => sections),
  };
  if (kept.length < parts.size) return whole;
  const times = kept.map(({ name, measuredAt }) => `${name} ${measuredAt.slice(0, 16)}`);
  const report = `# Measured

\`npm run bench\`, ${machine}; in UTC: ${times.join(", ")}.

A limit that depends on the machine is measured in the same moment as what it limits: beside each load of a page, with Lighthouse's mobile preset, a load of the same page as a static file without scripts and with the same headers. A figure that seems over is measured again, until chance hardly explains it (sign test, 1 in 20): only then it is **over**, and the exit status 1. What is still undecided after its last sample is at its limit.

${tell(whole)}`;
  await writeFile(reportFile, withSoak(report, await readFile(reportFile, "utf8")));
  return whole;
}

const asked = process.argv.slice(2);
for (const name of asked) {
  if (!parts.has(name) && name !== "soak") throw new Error(`There is no part ${name}.`);
}
const { figures } = asked.includes("soak") ? await measureSoak() : await measureParts(asked);
process.exit(figures.some((figure) => judge(figure) === "over") ? 1 : 0);
