import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { serve } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import { z } from "zod";
import { headersFile } from "./static-copy.ts";

const headersSchema = z.record(z.string(), z.record(z.string(), z.string()));

// This program runs in a separate process: node tests/bench/static-server.ts DIRECTORY PORT
const [directory = "", port = "0"] = process.argv.slice(2);

for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !/\.(html|css|js|svg)$/.test(entry.name)) continue;
  const file = join(entry.parentPath, entry.name);
  const content = await readFile(file);
  await writeFile(`${file}.br`, brotliCompressSync(content));
  await writeFile(`${file}.gz`, gzipSync(content));
}

const headers = headersSchema.parse(
  JSON.parse(await readFile(join(directory, headersFile), "utf8")),
);

const app = new Hono();
app.use("*", async (c, next) => {
  await next();
  for (const [name, value] of Object.entries(headers[c.req.path] ?? {})) c.header(name, value);
});
app.use("*", serveStatic({ root: directory, precompressed: true }));
serve({ fetch: app.fetch, port: Number(port), hostname: "127.0.0.1" }, () => console.log("ready"));
