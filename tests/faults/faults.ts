import { makeCheckout, parts } from "../support/stacks/launcher.ts";
import { killTable } from "./kill-table.ts";
import { killWhileWriting } from "./kill-while-writing.ts";

/** Number of times that each server process (site, edge functions, database) is killed while visitors send forms. */
const killsOfEach = 20;
const longestAllowedMilliseconds = 10_000;

const checkout = await makeCheckout();
const launcher = await checkout.start();
const kills = parts.flatMap((part) => Array.from({ length: killsOfEach }, () => part));
const figures = await killWhileWriting(launcher, kills);
launcher.signal("SIGINT");
await launcher.ended;
await checkout.remove();
console.log(killTable(figures));
const longest = Math.max(...Object.values(figures.recoveries).flat());
process.exitCode = figures.lost.length > 0 || longest > longestAllowedMilliseconds ? 1 : 0;
