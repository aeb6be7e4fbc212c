// This file runs as a separate program, the guard. The process that started the guard sends it lists of programs. When
// that process has ended, for any reason, the guard ends the programs in the latest list.
import { createInterface } from "node:readline";
import { z } from "zod";
import { type OwnProcess, ownProcessSchema, stopProcesses } from "./processes.ts";

const childrenSchema = z.array(ownProcessSchema);
let children: OwnProcess[] = [];
for await (const line of createInterface({ input: process.stdin })) {
  children = childrenSchema.parse(JSON.parse(line));
}
await stopProcesses(children);
