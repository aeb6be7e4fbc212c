import { rename, writeFile } from "node:fs/promises";
import { readProductParts } from "../stack/product-parts.ts";
import { runDoctor } from "./run-doctor.ts";
import { stackFile } from "../stack/stack-file.ts";
import { runCommand } from "../run-command.ts";

/**
 * `npm run doctor -- [figures.prom]` checks the live product or the copy on this machine. The command fails when a
 * check fails. The results are also written to the file, for the textfile collector of Prometheus' node exporter.
 */
const [file] = process.argv.slice(2);

await runCommand(async () => {
  const settings = await readProductParts(process.env, stackFile);
  const lines: string[] = [];
  const failures = await runDoctor(settings, (line) => {
    lines.push(line);
    console.log(line);
  });
  if (file) await writeFigures(file, lines);
  if (failures > 0) {
    console.error(`${failures} ${failures === 1 ? "problema" : "problemas"}: veja docs/deploy.md.`);
    process.exitCode = 1;
  }
});
// The process exits here, because an open connection to an unresponsive server would delay the exit for minutes.
process.exit();

/** Replaces the file in one step, because the collector may read the file at any moment. */
async function writeFigures(path: string, lines: readonly string[]): Promise<void> {
  const failed = lines.map((line) => {
    const [, mark = "", check = ""] = /^(\S) ([^:]+):/.exec(line) ?? [];
    return `payser_doctor_failed{check="${check}"} ${mark === "✗" ? 1 : 0}`;
  });
  const at = `payser_doctor_seconds ${Math.round(Date.now() / 1000)}`;
  await writeFile(`${path}.part`, [...failed, at, ""].join("\n"));
  await rename(`${path}.part`, path);
}
