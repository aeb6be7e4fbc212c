import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const program = "/usr/sbin/varnishd";

/** True when Debian's optional packages `varnish` and `varnish-modules` are installed. */
export const hasVarnish = existsSync(program);

/** Runs Varnish with the site's own rules on `port`, in front of the site on `sitePort`. */
export async function startVarnish(port: number, sitePort: number) {
  const directory = await mkdtemp(join(tmpdir(), "payser-varnish-"));
  const rules = await readFile("web/server/edge/varnish.vcl", "utf8");
  const file = join(directory, "site.vcl");
  await writeFile(file, rules.replace('.port = "3000"', `.port = "${sitePort}"`));
  const child = spawn(
    program,
    [
      ["-F", "-j", "none"],
      ["-n", join(directory, "state")],
      ["-f", file],
      ["-a", `127.0.0.1:${port}`],
      ["-s", "malloc,64m"],
      ["-p", "http_gzip_support=off"],
    ].flat(),
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  let printed = "";
  child.stderr.on("data", (data) => (printed += String(data)));
  const ended = once(child, "close").then(() => true);
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(url, { method: "OPTIONS" }).catch(() => undefined))) {
    const isOver = await Promise.race([ended, wait(100).then(() => false)]);
    if (isOver) throw new Error(`Varnish ended: ${printed}`);
  }
  return {
    url,
    async close() {
      child.kill("SIGTERM");
      await ended;
      await rm(directory, { recursive: true, force: true });
    },
  };
}

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
