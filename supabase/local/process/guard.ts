// A program of its own: when the process that started it is gone, whatever ended that one, it ends
// the programs which that one named last.
import { createInterface } from "node:readline";
import { z } from "zod";
import { type OwnProcess, ownProcessSchema, stopProcesses } from "./processes.ts";

const childrenSchema = z.array(ownProcessSchema);
let children: OwnProcess[] = [];
for await (const line of createInterface({ input: process.stdin })) {
  children = childrenSchema.parse(JSON.parse(line));
}
await stopProcesses(children);
