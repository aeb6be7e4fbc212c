import { readFile, writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { benchBackend } from "./bench-backend.ts";
import { benchDev } from "./bench-dev.ts";
import { benchSearch } from "./bench-search.ts";
import { benchSite } from "./bench-site.ts";
import { benchSoak, isWholeSoak } from "./bench-soak.ts";
import { benchStudio } from "./bench-studio.ts";
import { type BenchPart, judge } from "./figure.ts";
import { figureTable } from "./figure-table.ts";
import { withSoak } from "./with-soak.ts";

// `npm run bench -- backend` measures one part; what is worth keeping is a complete run, and a soak:
// it takes half an hour by itself, and no complete run has it.
const parts = new Map<string, () => Promise<BenchPart>>([
  // First: its calls are timed in this process, which is then free of what Lighthouse's runs leave.
  ["backend", benchBackend],
  ["search", benchSearch],
  ["site", benchSite],
  ["studio", benchStudio],
  ["dev", benchDev],
  ["soak", benchSoak],
]);
const wanted = process.argv.slice(2);
for (const name of wanted) if (!parts.has(name)) throw new Error(`There is no part ${name}.`);
const isComplete = wanted.length === 0;
const isSoak = wanted.join() === "soak";

const measured: BenchPart[] = [];
for (const [name, bench] of parts) {
  if (wanted.includes(name) || (isComplete && name !== "soak")) measured.push(await bench());
}
const figures = measured.flatMap((part) => part.figures);

const run = `\`npm run bench${isSoak ? " -- soak" : ""}\`, ${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model ?? "?"}, Node ${process.version}.`;
const told = `${figureTable(figures)}

${measured.flatMap(({ sections }) => sections).join("\n\n")}
`;
const report = `# Measured

${run}

A limit that depends on the machine is measured in the same moment as what it limits: beside each load of a page, with Lighthouse's mobile preset, a load of the same page as a static file without scripts and with the same headers. A figure that seems over is measured again, until chance hardly explains it (sign test, 1 in 20): only then it is **over**, and the exit status 1. What is still undecided after its last sample is at its limit.

${told}`;
console.log(isSoak ? `${run}\n\n${told}` : report);
const file = "docs/bench.md";
const former = await readFile(file, "utf8");
if (isComplete) await writeFile(file, withSoak(report, former));
if (isSoak && isWholeSoak) await writeFile(file, withSoak(former, former, `${run}\n\n${told}`));
process.exit(figures.some((figure) => judge(figure) === "over") ? 1 : 0);
