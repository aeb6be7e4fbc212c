import { expect, test } from "vitest";
import { createContentClient } from "./content-client.ts";
import { createContentSource } from "./content-source.ts";

/** A client whose content API cannot be reached: nothing listens on port 9 of the loopback. */
const unreachable = createContentClient({
  projectId: "payser-local",
  dataset: "production",
  apiHost: "http://127.0.0.1:9",
  token: undefined,
});

test("a cold start without the content API answers from the snapshot", async () => {
  const key = JSON.stringify(["*[0]", {}]);
  const source = createContentSource(unreachable, {
    [key]: { resultJson: '{"title":"salvo"}', tags: ["s1:a"] },
  });
  expect(await source.read("*[0]")).toEqual({
    result: { title: "salvo" },
    tags: ["s1:a"],
    fresh: false,
  });
});

test("without snapshot and content API a read fails", async () => {
  const source = createContentSource(unreachable);
  await expect(source.read("*[0]")).rejects.toThrow();
});
