import { readdirSync, readFileSync } from "node:fs";
import { PostgrestError } from "@supabase/supabase-js";
import { expect, test } from "vitest";
import { readReply } from "../../web/backend/data-failure.ts";
import { databaseFailure } from "../../supabase/functions/_shared/database.ts";

const folder = new URL("../../supabase/schemas/", import.meta.url);
const sql = readdirSync(folder)
  .map((file) => readFileSync(new URL(file, folder), "utf8"))
  .join("\n")
  .replaceAll(/--.*$/gm, "");

interface Raised {
  code: string;
  sentence: string;
}

/** Statements that end a call with a message: `raise` with its code, and the functions that raise for a caller. */
const patterns: [pattern: RegExp, code: (found: RegExpMatchArray) => string][] = [
  [/raise sqlstate '(?<code>\w+)'\s+using\s+message = '(?<text>[^']+)'/g, codeOf],
  [/raise exception '(?<text>[^']+)'[^;]*;/g, codeOf],
  [/private\.reject\(\s*(?:format\(\s*)?'(?<text>[^']+)'/g, () => "PT422"],
  [/private\.require_found\([^;]*?'(?<text>[^']+)'\s*\);/g, () => "PT404"],
];

function codeOf({ groups, 0: statement }: RegExpMatchArray): string {
  // P0001 is the code of a `raise` that names none.
  return groups?.["code"] ?? /errcode = '(\w+)'/.exec(statement)?.[1] ?? "P0001";
}

const raised: Raised[] = patterns.flatMap(([pattern, code]) =>
  [...sql.matchAll(pattern)].map((found) => ({
    code: code(found),
    sentence: found.groups?.["text"] ?? expect.fail(found[0]),
  })),
);

/** Recognises a Portuguese sentence by its accents or by words that English does not have. */
const isPortuguese = ({ sentence }: Raised) =>
  /[áàâãéêíóôõúç]|\b(?:de|dos|das|um|uma|os|este|esta|nem|informe|escolha)\b/i.test(sentence);
const sentences = raised.filter(isPortuguese);

/** General refusal of strangers. The screens have their own words for it. */
const general = "Acesso não permitido.";

test("the sentences that SQL raises are found", () => {
  expect(sentences.length).toBeGreaterThan(80);
  expect(sentences).toContainEqual({
    code: "PT409",
    sentence: "Atualize a página e tente de novo.",
  });
});

test("each Portuguese sentence is raised with an SQLSTATE that the data API's client shows", () => {
  const unseen = sentences.filter(({ code, sentence }) => sentence !== general && !isShown(code));
  expect(unseen).toEqual([]);
});

test("each Portuguese sentence, except that a row is missing, reaches the caller of an edge function", () => {
  const lost = sentences.filter(({ code, sentence }) => {
    if (sentence === general || code === "PT404" || code === "PT429") return false;
    const failure = databaseFailure("call", Number(code.slice(2)), {
      code,
      details: null,
      message: sentence,
    });
    return failure.message !== sentence;
  });
  expect(lost).toEqual([]);
});

function isShown(code: string): boolean {
  const message = "Uma frase.";
  const error = new PostgrestError({ code, message, details: "", hint: "" });
  try {
    readReply({
      success: false,
      error,
      data: null,
      count: null,
      status: Number(code.slice(2)) || 400,
      statusText: "",
    });
  } catch (failure) {
    return failure instanceof Error && "sentence" in failure && failure.sentence === message;
  }
  return false;
}
