import { glob, readFile } from "node:fs/promises";
import { dirname, join, normalize } from "node:path";
import { parseSync } from "vite";
import { subjectsOrder } from "./subjects-order.ts";

/** `npm run chapters [-- <folder>]` prints how the source is divided into files (limits: CONTRIBUTING.md). */
const root = process.argv[2] ?? ".";
const contracts = "supabase/functions/_shared/contracts";

const generated = new Set([
  "web/content/sanity.types.ts",
  "web/backend/database.types.ts",
  "supabase/functions/_shared/contracts/build-id.ts",
  "supabase/functions/_shared/contracts/stored-values.ts",
  "supabase/functions/_shared/content/seed-content.ts",
  "supabase/functions/_shared/mail/brand.ts",
  "supabase/functions/_shared/pdf/document-brand.ts",
  "supabase/functions/_shared/pdf/document-fallback.ts",
]);
const isSource = (path: string) =>
  !generated.has(path) &&
  !/\.test\.tsx?$|-for-tests\.tsx?$|\.d\.ts$|^supabase\/tests\/|^supabase\/functions\/[^_][^/]*\/index\.ts$/.test(
    path,
  );

interface Chapter {
  path: string;
  lines: number;
  importLines: number;
  imports: string[];
}

async function readChapter(path: string): Promise<Chapter> {
  const text = await readFile(join(root, path), "utf8");
  const { staticImports, staticExports, dynamicImports } = parseSync(path, text).module;
  const linesOf = ({ start, end }: { start: number; end: number }) =>
    text.slice(start, end).split("\n").length;
  const named = [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    ...dynamicImports.map(({ moduleRequest: { start, end } }) =>
      text.slice(start, end).replace(/["'`]/g, ""),
    ),
  ];
  return {
    path,
    lines: text.split("\n").length - 1,
    importLines: staticImports.reduce((sum, statement) => sum + linesOf(statement), 0),
    imports: named
      .filter((name) => /^\.|^#contracts\//.test(name))
      .map((name) => name.replace(/^#contracts\//, `${contracts}/`))
      .map((name) => (name.startsWith(".") ? normalize(join(dirname(path), name)) : name)),
  };
}

/**
 * Returns the files that remain after repeatedly removing all files without imports or importers. The result is empty
 * when there is no import cycle.
 */
function circular(chapters: readonly Chapter[]): readonly Chapter[] {
  const paths = new Set(chapters.map(({ path }) => path));
  const imported = new Set(chapters.flatMap(({ imports }) => imports));
  const rest = chapters.filter(
    ({ path, imports }) => imported.has(path) && imports.some((name) => paths.has(name)),
  );
  return rest.length === chapters.length ? rest : circular(rest);
}

const paths: string[] = [];
for await (const path of glob("{web,studio,supabase,scripts}/**/*.{ts,tsx}", { cwd: root })) {
  if (isSource(path)) paths.push(path);
}
const chapters = await Promise.all(paths.toSorted().map(readChapter));

const importers = new Map<string, string[]>();
for (const { path, imports } of chapters) {
  for (const name of new Set(imports)) importers.set(name, [...(importers.get(name) ?? []), path]);
}
const folders = new Map<string, number>();
for (const { path } of chapters) folders.set(dirname(path), (folders.get(dirname(path)) ?? 0) + 1);

const sum = (of: (chapter: Chapter) => number) =>
  chapters.reduce((total, chapter) => total + of(chapter), 0);
const lines = sum((chapter) => chapter.lines);
const byLength = chapters.toSorted((one, other) => one.lines - other.lines);
const longest = byLength.at(-1);
const oneImporter = chapters.filter(({ path }) => importers.get(path)?.length === 1);
const besideTheirOnly = oneImporter.filter(
  ({ path, lines: length }) =>
    length <= 45 && dirname(importers.get(path)?.[0] ?? "") === dirname(path),
);
const crowded = [...folders].filter(([, count]) => count > 14);
const figures: [name: string, figure: string | number][] = [
  ["source files, without tests and generated ones", chapters.length],
  ["lines", lines],
  ["median of lines", byLength[Math.floor(byLength.length / 2)]?.lines ?? 0],
  ["at most 30 lines", chapters.filter((chapter) => chapter.lines <= 30).length],
  ["one importer", oneImporter.length],
  ["at most 45 lines, one importer, in the same folder", besideTheirOnly.length],
  ["files per 1,000 lines", ((1000 * chapters.length) / lines).toFixed(1)],
  [
    "lines that are imports",
    `${((100 * sum((chapter) => chapter.importLines)) / lines).toFixed(1)} %`,
  ],
  [
    "folders with more than 14 files",
    crowded.map(([folder, count]) => `${folder} (${count})`).join(", ") || 0,
  ],
  ["files in a circle of imports", circular(chapters).length],
  ["longest", `${longest?.path} (${longest?.lines})`],
];
for (const [name, figure] of figures) console.log(`${name}: ${figure}`);

/**
 * Returns the subject of a file in a tree with one folder per subject; undefined for `staff/shell`, which all subjects
 * may import.
 */
function subjectOf(path: string): string | undefined {
  if (path.startsWith("web/features/staff/shell/")) return undefined;
  const [, subject] =
    /^(?:web\/features|supabase\/functions\/_shared\/contracts|studio\/schema)\/([^/]+)\//.exec(
      path,
    ) ?? [];
  return subject !== undefined && subjectsOrder.includes(subject) ? subject : undefined;
}

const against = chapters.flatMap(({ path, imports }) => {
  const subject = subjectOf(path);
  if (subject === undefined) return [];
  return imports.filter((name) => {
    const imported = subjectOf(name);
    return (
      imported !== undefined && subjectsOrder.indexOf(imported) > subjectsOrder.indexOf(subject)
    );
  });
});
console.log(`imports against the order of subjects: ${against.length}`);

console.log("\nsubject: files and lines in contracts, features and studio; lines of SQL");
for (const subject of subjectsOrder) {
  const own = chapters.filter(
    ({ path }) =>
      subjectOf(path) === subject ||
      (subject === "staff" && path.startsWith("web/features/staff/shell/")),
  );
  let sql = 0;
  for await (const path of glob(`supabase/schemas/*_${subject}{,_*}.sql`, { cwd: root })) {
    sql += (await readFile(join(root, path), "utf8")).split("\n").length - 1;
  }
  const ownLines = own.reduce((total, chapter) => total + chapter.lines, 0);
  console.log(`${subject}: ${own.length} files, ${ownLines} lines, ${sql} lines of SQL`);
}
