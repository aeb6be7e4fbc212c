import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { resolveContentTarget } from "./content-client.ts";

let directory: string;
let stackFile: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "content-target-"));
  stackFile = join(directory, "stack.json");
  const content = {
    apiHost: "http://localhost:3334",
    projectId: "payser-local",
    dataset: "production",
    token: "local",
  };
  await writeFile(stackFile, JSON.stringify({ site: "http://localhost:3000", content }));
});

afterAll(async () => {
  await rm(directory, { recursive: true, force: true });
});

const hosted = {
  SANITY_PROJECT_ID: "abc123",
  SANITY_DATASET: "staging",
  SANITY_WRITE_TOKEN: "secret",
};

test("the running stack is the default target", () => {
  expect(resolveContentTarget({}, stackFile)).toEqual({
    url: "http://localhost:3334",
    projectId: "payser-local",
    dataset: "production",
    token: "local",
  });
});

test("hosted Sanity is the target when a project is set, even while a stack runs", () => {
  const target = resolveContentTarget(hosted, stackFile);
  expect(target).toEqual({ projectId: "abc123", dataset: "staging", token: "secret" });
});

test("SANITY_API_HOST sets the address of content that is hosted elsewhere", () => {
  const SANITY_API_HOST = "https://conteudo.example";
  const { url } = resolveContentTarget({ ...hosted, SANITY_API_HOST }, stackFile);
  expect(url).toBe(SANITY_API_HOST);
});

test("a variable that is missing for hosted Sanity is named", () => {
  const { SANITY_PROJECT_ID } = hosted;
  expect(() => resolveContentTarget({ SANITY_PROJECT_ID }, stackFile)).toThrow(
    "Falta definir: SANITY_DATASET, SANITY_WRITE_TOKEN",
  );
});

test("the error names npm start when no stack is running", () => {
  expect(() => resolveContentTarget({}, join(directory, "none.json"))).toThrow("npm start");
});
