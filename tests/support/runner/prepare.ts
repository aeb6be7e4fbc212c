import { rmSync } from "node:fs";
import { chmod, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import type { TestProject } from "vitest/node";
import { buildSite } from "../../../scripts/build/build-site.ts";
import { localProject } from "../../../scripts/stack/content-part.ts";
import { buildStudio } from "../../../studio/build/build-studio.ts";
import { startOf } from "../../../supabase/local/process/processes.ts";
import { makeDataTemplate } from "../../../supabase/tests/support/data-template.ts";
import { prepareBrowser } from "../pages/browser.ts";
import { makeContentTemplate } from "../stacks/content-template.ts";
import { openAxeStates } from "./axe-states.ts";

/**
 * Makes the templates that the chosen tests need. Returns a teardown function, which prints a report after the tests.
 */
export default async function prepare(project: TestProject): Promise<() => Promise<void>> {
  const files = project.vitest.state.getPaths().map((file) => relative(project.config.root, file));
  const areIn = (folders: RegExp) => files.some((file) => folders.test(file));
  const isAll = areIn(/^tests\/(?:faults|operations)\//);
  const openPages = areIn(/^tests\/(?:journeys|screens|site|studio|attacks)\//);
  await openRunFolder();
  const axeStates = await openAxeStates();

  const needed: [name: string, isNeeded: boolean, make: () => Promise<unknown>][] = [
    ["o navegador", isAll || openPages, prepareBrowser],
    ["o site compilado", isAll || openPages, () => buildSite(undefined, "fast")],
    ["o estúdio compilado", isAll || areIn(/^tests\/studio\//), () => buildStudio(localProject)],
    [
      "o conteúdo inicial",
      areIn(/^tests\//),
      async () => project.provide("contentTemplate", await makeContentTemplate()),
    ],
    [
      "o banco de dados",
      areIn(/^supabase\/|^tests\/(?!conformance\/)/),
      async () => project.provide("dataTemplate", await makeDataTemplate()),
    ],
  ];
  await prepareAll(needed.filter(([, isNeeded]) => isNeeded));
  project.provide("axeStatesFile", axeStates.file);
  return () => axeStates.print();
}

/**
 * Removes the folders of killed runs, then makes a folder for all temporary files of this run, including those of
 * libraries. The folder is removed when this process exits, because workers use the folder until then.
 */
async function openRunFolder(): Promise<void> {
  const options = { recursive: true, force: true, maxRetries: 10 };
  const outside = tmpdir();
  for (const name of await readdir(outside)) {
    const [, pid] = /^payser-run-(\d+)-/.exec(name) ?? [];
    if (pid && startOf(Number(pid)) === undefined) await rm(join(outside, name), options);
  }
  const folder = await mkdtemp(join(outside, `payser-run-${process.pid}-`));
  // When root runs the tests, PostgreSQL runs as another user, who must be able to enter the folder.
  await chmod(folder, 0o711);
  process.env["TMPDIR"] = folder;
  process.once("exit", () => rmSync(folder, options));
}

/** Makes all templates in parallel and prints the progress. */
async function prepareAll(
  parts: readonly [name: string, isNeeded: boolean, make: () => Promise<unknown>][],
): Promise<void> {
  const began = performance.now();
  let ready = 0;
  console.info(`Preparando os testes: ${parts.map(([name]) => name).join(", ")}…`);
  await Promise.all(
    parts.map(async ([name, , make]) => {
      await make();
      ready += 1;
      const seconds = Math.round((performance.now() - began) / 1_000);
      console.info(`Pronto (${ready} de ${parts.length}, ${seconds} s): ${name}.`);
    }),
  );
}
