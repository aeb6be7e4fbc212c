import { readProductParts } from "../product-parts.ts";
import { runDoctor } from "./run-doctor.ts";
import { stackFile } from "../stack-file.ts";
import { runCommand } from "../run-command.ts";

/** `npm run doctor`: examines what is live, or the copy on this machine; fails when a check does. */
await runCommand(async () => {
  const settings = await readProductParts(process.env, stackFile);
  const failures = await runDoctor(settings, (line) => console.log(line));
  if (failures > 0) {
    console.error(`${failures} ${failures === 1 ? "problema" : "problemas"}: veja docs/deploy.md.`);
    process.exitCode = 1;
  }
});
// A connection to a part that hangs would keep this process for minutes.
process.exit();
