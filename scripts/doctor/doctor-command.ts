import { rename, writeFile } from "node:fs/promises";
import { readProductParts } from "../stack/product-parts.ts";
import { runDoctor } from "./run-doctor.ts";
import { stackFile } from "../stack/stack-file.ts";
import { runCommand } from "../run-command.ts";

/**
 * `npm run doctor -- [figures.prom]`: examines what is live, or the copy on this machine; fails when a check
 * does. What it found goes into the file, too, for the textfile collector of Prometheus' node exporter.
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
// A connection to a part that hangs would keep this process for minutes.
process.exit();

/** Whole or not at all: the collector may read at any moment. */
async function writeFigures(path: string, lines: readonly string[]): Promise<void> {
  const failed = lines.map((line) => {
    const [, mark = "", check = ""] = /^(\S) ([^:]+):/.exec(line) ?? [];
    return `payser_doctor_failed{check="${check}"} ${mark === "✗" ? 1 : 0}`;
  });
  const at = `payser_doctor_seconds ${Math.round(Date.now() / 1000)}`;
  await writeFile(`${path}.part`, [...failed, at, ""].join("\n"));
  await rename(`${path}.part`, path);
}
