import { resolve } from "node:path";
import { expect, test } from "vitest";
import { filesOfChunk } from "./files-of-chunk.ts";

const [form, sections] = ["web/ui/form/form.tsx", "web/ui/section/sections.tsx"];

test("filesOfChunk matches only the listed files", () => {
  const isOfChunk = filesOfChunk([form]);
  expect([form, sections].map((file) => isOfChunk(resolve(file)))).toEqual([true, false]);
});

test("filesOfChunk throws when a file is missing", () => {
  expect(() => filesOfChunk([form, "web/ui/form/moved.tsx"])).toThrow(
    /^No such file for a chunk: web\/ui\/form\/moved\.tsx$/,
  );
});
