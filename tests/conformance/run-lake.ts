import { startTestLake } from "./test-lake.ts";

/** This program runs a local Content Lake on a data directory and prints its URL. Tests kill this process. */
const lake = await startTestLake(process.argv[2] ?? "");
console.log(lake.url);
