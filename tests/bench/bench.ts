import { writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { benchBackend } from "./bench-backend.ts";
import { benchSearch } from "./bench-search.ts";
import { benchSite } from "./bench-site.ts";
import { benchStudio } from "./bench-studio.ts";
import { type BenchPart, judge } from "./figure.ts";
import { figureTable } from "./figure-table.ts";

// `npm run bench -- backend` measures one part; only a complete run is worth keeping.
const parts = new Map<string, () => Promise<BenchPart>>([
  // First: its calls are timed in this process, which is then free of what Lighthouse's runs leave.
  ["backend", benchBackend],
  ["search", benchSearch],
  ["site", benchSite],
  ["studio", benchStudio],
]);
const wanted = process.argv.slice(2);
for (const name of wanted) if (!parts.has(name)) throw new Error(`There is no part ${name}.`);
const isComplete = wanted.length === 0;

const measured: BenchPart[] = [];
for (const [name, bench] of parts) {
  if (isComplete || wanted.includes(name)) measured.push(await bench());
}
const figures = measured.flatMap((part) => part.figures);

const report = `# Measured

\`npm run bench\`, ${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model ?? "?"}, Node ${process.version}.

A limit that depends on the machine is measured in the same moment as what it limits: beside each load of a page, with Lighthouse's mobile preset, a load of the same page as a static file without scripts and with the same headers. A figure that seems over is measured again, until chance hardly explains it (sign test, 1 in 20): only then it is **over**, and the exit status 1. What is still undecided after its last sample is at its limit.

${figureTable(figures)}

${measured.flatMap(({ sections }) => sections).join("\n\n")}
`;
console.log(report);
if (isComplete) await writeFile("docs/bench.md", report);
process.exit(figures.some((figure) => judge(figure) === "over") ? 1 : 0);
