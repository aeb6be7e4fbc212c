import { startTestLake } from "./test-lake.ts";

/** Runs a lake on the given data directory and prints its address, for tests that kill it. */
const lake = await startTestLake(process.argv[2] ?? "");
console.log(lake.url);
