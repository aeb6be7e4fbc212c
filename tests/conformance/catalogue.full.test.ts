// @module-tag full
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { endpoints } from "../../studio/local/http/create-app.ts";
import { useTestLake } from "./use-test-lake.ts";

const lake = useTestLake();
const readme = readFileSync(join(import.meta.dirname, "../../studio/local/README.md"), "utf8");

/**
 * Returns the rows of the table under a heading of the README. The first cell of a row is an HTTP request in backticks.
 */
function tableUnder(heading: string): string[][] {
  const section = readme.split(`## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  return section
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll("`", "").replaceAll("\\|", "|")),
    );
}

const imitated = tableUnder("What is imitated");
const missing = tableUnder("What is not imitated");

test("the README lists exactly the registered routes with their roles", () => {
  const listed = imitated.map(([request, who]) => `${request} ${who}`);
  const registered = endpoints.map(({ method, path, access }) => `${method} ${path} ${access}`);
  expect(listed).toEqual(registered);
});

describe("a request that the lake does not imitate gets a 501 with its name", () => {
  test.each(missing)("%s: %s", async (request = "", name = "") => {
    const [, method = "", path = "", body] = /^(\w+) (\S+)(?: (\{.*\}))?$/.exec(request) ?? [];
    const response = await lake.asEditor(path, { method, ...(body && { body }) });
    const { error } = await response.json();
    expect(response.status).toBe(501);
    expect(error).toMatchObject({
      type: "notImitated",
      description: expect.stringContaining(name),
    });
  });

  test("a request outside the list gets a 501, whose reason the client passes on", async () => {
    await expect(lake.editor.request({ url: "/some/new/feature" })).rejects.toThrow(
      "The local Content Lake does not imitate GET /v2025-02-19/some/new/feature",
    );
  });

  test("the list of such requests is complete enough", () => {
    expect(missing.length).toBeGreaterThan(20);
  });
});

describe("an imitated request needs the role of the README", () => {
  test.each(imitated)("%s: %s", async (request = "", who = "") => {
    const [method = "", pattern = ""] = request.split(" ");
    const path = pattern
      .replace(":dataset", "production")
      .replace(":project", "payser-local")
      .replace(/:(ids|id|keys|offer|name|account)/, "some");
    const url = /^\/(images|files)/.test(pattern) ? lake.url + path : undefined;
    const response = await (url ? fetch(url) : lake.request(path, { method }));
    await response.body?.cancel();
    expect(response.status).not.toBe(501);
    expect(response.status === 401).toBe(who === "editor");
  });
});
