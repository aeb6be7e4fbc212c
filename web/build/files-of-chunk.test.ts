import { resolve } from "node:path";
import { expect, test } from "vitest";
import { filesOfChunk } from "./files-of-chunk.ts";

const [form, sections] = ["web/ui/form/form.tsx", "web/ui/section/sections.tsx"];

test("the files of a chunk, and no others, belong to it", () => {
  const isOfChunk = filesOfChunk([form]);
  expect([form, sections].map((file) => isOfChunk(resolve(file)))).toEqual([true, false]);
});

test("a file that moved away stops the build", () => {
  expect(() => filesOfChunk([form, "web/ui/form/moved.tsx"])).toThrow(
    /^No such file for a chunk: web\/ui\/form\/moved\.tsx$/,
  );
});
