import { once } from "node:events";
import { createServer } from "node:net";
import { expect, test } from "vitest";
import { findFreePort } from "../supabase/local/process/find-free-port.ts";
import { requireFreePorts } from "./require-free-ports.ts";

test("a taken port is named with its part, a free one is not", async () => {
  const taken = await findFreePort();
  const free = await findFreePort();
  const holder = createServer().listen(taken, "127.0.0.1");
  await once(holder, "listening");
  const check = requireFreePorts({ site: taken, studio: free });
  await expect(check).rejects.toThrow(`  ${taken} (site)\nEncerre-o`);
  holder.close();
  await once(holder, "close");
  await expect(requireFreePorts({ site: taken, studio: free })).resolves.toBeUndefined();
});

test("no port is promised twice, even before anything listens on it", async () => {
  const ports = await Promise.all(Array.from({ length: 300 }, findFreePort));
  expect(new Set(ports).size).toBe(300);
});
