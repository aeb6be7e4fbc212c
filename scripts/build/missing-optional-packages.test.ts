import { expect, test } from "vitest";
import { missingOptionalPackages } from "./missing-optional-packages.ts";

test("a package that Node.js would find is not added", () => {
  const packages = {
    "node_modules/tool": { version: "2.0.0", optionalDependencies: { "@tool/linux-x64": "2.0.0" } },
    "node_modules/tool/node_modules/@tool/linux-x64": { version: "2.0.0" },
    "node_modules/watcher": { version: "1.0.0", optionalDependencies: { fsevents: "~2.3.2" } },
    "node_modules/fsevents": { version: "2.3.3" },
  };
  expect(missingOptionalPackages(packages)).toEqual({});
});

test("a missing package is added with its platform", () => {
  const names = ["linux-arm64-musl", "linux-x64-gnu", "win32-ia32-msvc", "wasm32-wasi"];
  const optionalDependencies = Object.fromEntries(
    names.map((name) => [`@tool/binding-${name}`, "2.0.0"]),
  );
  const packages = { "node_modules/tool": { version: "2.0.0", dev: true, optionalDependencies } };
  const added = { version: "2.0.0", dev: true, optional: true };
  expect(missingOptionalPackages(packages)).toEqual({
    "node_modules/@tool/binding-linux-arm64-musl": {
      ...added,
      cpu: ["arm64"],
      libc: ["musl"],
      os: ["linux"],
    },
    "node_modules/@tool/binding-linux-x64-gnu": {
      ...added,
      cpu: ["x64"],
      libc: ["glibc"],
      os: ["linux"],
    },
    "node_modules/@tool/binding-win32-ia32-msvc": { ...added, cpu: ["ia32"], os: ["win32"] },
    "node_modules/@tool/binding-wasm32-wasi": { ...added, cpu: ["wasm32"] },
  });
});

test("another version is added below its parent", () => {
  const packages = {
    "node_modules/@tool/linux-x64": { version: "1.0.0" },
    "node_modules/tool": { version: "2.0.0", optionalDependencies: { "@tool/linux-x64": "2.0.0" } },
  };
  expect(Object.keys(missingOptionalPackages(packages))).toEqual([
    "node_modules/tool/node_modules/@tool/linux-x64",
  ]);
});
