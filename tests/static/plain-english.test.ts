import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readComments } from "../../scripts/build/read-comments.ts";
import { exemptTexts, isExempt, openingOf } from "./plain-english-openings.ts";

const texts = await readComments();

test("comments and test names open with their subject or verb", () => {
  const inverted = texts.filter((found) => openingOf(found) && !isExempt(found));
  expect(inverted.map(({ path, line, text }) => `${path}:${line} ${text}`)).toEqual([]);
});

test("each exception of the check is still needed", () => {
  const inverted = texts.filter((found) => openingOf(found));
  const unusedTexts = exemptTexts.filter((exempt) => !inverted.some(({ text }) => text === exempt));
  expect(unusedTexts).toEqual([]);
});

test("the reader finds comments, comment on texts and test names with their lines", async () => {
  const root = await mkdtemp(join(tmpdir(), "read-comments-"));
  try {
    await mkdir(join(root, "web"));
    await writeFile(
      join(root, "web/door.test.ts"),
      [
        "/**",
        " * Opens",
        " * the door.",
        " */",
        "const url = 'https://no/comment'; // Beside code.",
        "// First line,",
        "// second line.",
        "describe.each([1])('door %i', () => {",
        "  test(`opens ${url}`, () => {});",
        "});",
      ].join("\n"),
    );
    await writeFile(
      join(root, "web/doors.sql"),
      [
        "-- Doors of",
        "-- a house.",
        "create table doors (id int); -- Beside SQL.",
        "comment on table doors is",
        "  'A tenant''s doors.';",
      ].join("\n"),
    );
    const found = await readComments(root);
    expect(found.map(({ kind, path, line, text }) => [kind, path, line, text])).toEqual([
      ["comment", "web/door.test.ts", 1, "Opens the door."],
      ["comment", "web/door.test.ts", 5, "Beside code."],
      ["comment", "web/door.test.ts", 6, "First line, second line."],
      ["test name", "web/door.test.ts", 8, "door %i"],
      ["test name", "web/door.test.ts", 9, "opens …"],
      ["comment", "web/doors.sql", 1, "Doors of a house."],
      ["comment", "web/doors.sql", 3, "Beside SQL."],
      ["comment on", "web/doors.sql", 4, "A tenant's doors."],
    ]);
  } finally {
    await rm(root, { recursive: true });
  }
});
