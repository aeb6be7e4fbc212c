import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parseAst } from "vite";
import { expect, test } from "vitest";
import { replaceInPackage } from "../replace-in-package.ts";
import { mediaLibraryFiles } from "./changed-files.ts";
import { filesInWords, reasonInWords } from "./notice-words.ts";

/** What reaches programs, developers and screens that this studio does not have. */
const notRead = new Set([
  ..."KB MB PDF ISO PPp Asset SHA-1 Container CardContainer ContextActionContainer".split(" "),
  ..."StyledErrorOutlineIcon StyledWarningOutlineIcon StyledWarningIcon FolderGlyph".split(" "),
  ..."FolderBadge StackContainer ContainerGrid".split(" "),
  "Test error",
  "use no memo",
  "Unable to generate preview image:",
  "Unable to generate file Blob",
  "Invalid layout",
  // A panel for those who write the plugin.
  "Bad connection: +3000ms & 50% chance to fail",
  "No connection throttling",
  // An input that sets tags by itself, which no field has.
  "[sanity-plugin-media] Failed to apply auto-tags:",
  "Failed to apply the media ",
]);
const styleOrQuery =
  /\dpx|\drem|\bms\b|^(?:opacity|width) |ease-out$|^bottom left$|important$|\bmatch ['"]/;
const hookMisused = /^use\w+ must be used within an \w+$/;
const readsLikeText = /^\s*[A-Z][a-zé]|^[A-Z]{2}|[A-Za-z]{2} [A-Za-z]|\p{L} $|^ \p{L}/u;

/** All pieces of text in a program but names of modules, styles and queries. */
function textsIn(node: unknown): string[] {
  if (typeof node !== "object" || node === null) return [];
  if (Array.isArray(node)) return node.flatMap(textsIn);
  const type = "type" in node ? node.type : undefined;
  if (type === "ImportDeclaration" || type === "TaggedTemplateExpression") return [];
  if (type === "Literal" && "value" in node && typeof node.value === "string") return [node.value];
  if (type === "TemplateElement" && "value" in node) return cookedText(node.value);
  return Object.values(node).flatMap(textsIn);
}

function cookedText(value: unknown): string[] {
  if (typeof value !== "object" || value === null || !("cooked" in value)) return [];
  return [String(value.cooked)];
}

test("no text of the library is left in English, nor does an update bring a new one", async () => {
  const [library] = mediaLibraryFiles;
  if (!library) throw new Error("The library is not there");
  const source = await readFile(fileURLToPath(import.meta.resolve(library.packageName)), "utf8");
  const code = replaceInPackage(source, library.packageName, library.replacements);
  const ours = new Set(
    library.replacements.flatMap(([, portuguese]) => portuguese.split(/["`]|\$\{|\}/)),
  );
  const unknown = textsIn(parseAst(code)).filter(
    (text) =>
      readsLikeText.test(text) &&
      !ours.has(text) &&
      !notRead.has(text) &&
      !styleOrQuery.test(text) &&
      !hookMisused.test(text),
  );
  expect([...new Set(unknown)]).toEqual([]);
});

test("what failed is told in Portuguese, with the library's own words where it has them", () => {
  const refused = Object.assign(new Error("cannot be deleted"), { statusCode: 409 });
  expect(reasonInWords(refused)).toMatch(/ainda usa/);
  expect(reasonInWords(new Error("Failed to fetch"))).toMatch(/não houve resposta/);
  expect(reasonInWords({ message: "Já existe.", statusCode: 409 })).toBe("Já existe.");
  expect(reasonInWords(undefined)).toBe("motivo desconhecido");
  expect(filesInWords(1) + filesInWords(2)).toBe("arquivoarquivos");
});
