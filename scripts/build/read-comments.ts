import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseSync, Visitor, type ESTree } from "vite";

/** A comment, a `comment on` text in SQL, or a test name, with its file and line. */
export interface EnglishText {
  kind: "comment" | "comment on" | "test name";
  /** Path from the root of the repository, with `/` between folders. */
  path: string;
  /** Line on which the text begins, counted from 1. */
  line: number;
  /** The text joined to one line, without comment marks. */
  text: string;
}

const sources = ["{web,studio,supabase,scripts,tests}/**/*.{ts,tsx,mjs,sql}", "*.ts"];
const generated =
  /sanity\.types\.ts$|database\.types\.ts$|seed-content\.ts$|stored-values\.ts$|build-id\.ts$|\/mail\/brand\.ts$|document-(?:brand|fallback)\.ts$|^supabase\/migrations\//;
/** Matches comments that are instructions for programs, not texts for people. */
const directive = /^(?:oxlint-|@ts-|@module.tag|@vite-ignore|\/ <reference|#__)/;

/** Reads all comments, `comment on` texts and test names, sorted by path. Consecutive line comments count as one. */
export async function readComments(root = "."): Promise<EnglishText[]> {
  const paths: string[] = [];
  for await (const path of glob(sources, { cwd: root })) {
    if (!generated.test(path.replaceAll("\\", "/"))) paths.push(path);
  }
  const texts = await Promise.all(
    paths.toSorted().map(async (path) => {
      const source = await readFile(join(root, path), "utf8");
      const found = path.endsWith(".sql") ? readSql(source) : readTypeScript(path, source);
      return found
        .filter(({ text }) => text !== "" && !directive.test(text))
        .map(({ kind, start, text }) => ({
          kind,
          path: path.replaceAll("\\", "/"),
          line: source.slice(0, start).split("\n").length,
          text,
        }));
    }),
  );
  return texts.flat();
}

interface Found {
  kind: EnglishText["kind"];
  start: number;
  text: string;
}

const onOneLine = (text: string) => text.trim().replace(/\s+/g, " ");

function readSql(source: string): Found[] {
  const comments = source.matchAll(/(?:^[ \t]*--[^\n]*(?:\n|$))+|(?<=\S)[ \t]+--[^\n]*/gm);
  const described = source.matchAll(/^comment on [^;']*?\sis\s+'((?:[^']|'')*)'/gm);
  return [
    ...[...comments].map(({ 0: marked, index }) => ({
      kind: "comment" as const,
      start: index,
      text: onOneLine(marked.replace(/^[ \t]*-- ?/gm, "")),
    })),
    ...[...described].map(({ 1: text = "", index }) => ({
      kind: "comment on" as const,
      start: index,
      text: onOneLine(text.replaceAll("''", "'")),
    })),
  ];
}

function readTypeScript(path: string, source: string): Found[] {
  const parsed = parseSync(path, source);
  const found: Found[] = [];
  let lineEnd: number | undefined;
  for (const { type, value, start, end } of parsed.comments) {
    const text = onOneLine(value.replace(/^\*/, "").replace(/\n\s*\*/g, "\n"));
    const previous = found.at(-1);
    const continues =
      type === "Line" &&
      lineEnd !== undefined &&
      /^\r?\n[ \t]*$/.test(source.slice(lineEnd, start));
    if (continues && previous && !directive.test(text)) previous.text += ` ${text}`;
    else found.push({ kind: "comment", start, text });
    const besideCode = source.slice(source.lastIndexOf("\n", start) + 1, start).trim() !== "";
    lineEnd = type === "Line" && !besideCode ? end : undefined;
  }
  if (/\.test\.tsx?$/.test(path)) {
    new Visitor({
      CallExpression: ({ callee, arguments: [title], start }) => {
        const text = title && isTest(callee) ? wordsOf(title) : undefined;
        if (text !== undefined) found.push({ kind: "test name", start, text: onOneLine(text) });
      },
    }).visit(parsed.program);
  }
  return found;
}

/** Returns whether a call defines tests, such as `test`, `describe.each(cases)` or `it.concurrent.each(cases)`. */
function isTest(callee: ESTree.Expression | ESTree.Super): boolean {
  if (callee.type === "Identifier") return /^(?:test|it|describe)$/.test(callee.name);
  if (callee.type === "MemberExpression") return isTest(callee.object);
  return callee.type === "CallExpression" && isTest(callee.callee);
}

/** Returns the text of a string or a template, with `…` in place of each expression. */
function wordsOf(node: ESTree.Argument): string | undefined {
  if (node.type === "Literal" && typeof node.value === "string") return node.value;
  if (node.type !== "TemplateLiteral") return undefined;
  return node.quasis.map(({ value }) => value.cooked ?? value.raw).join("…");
}
