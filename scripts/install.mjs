// Runs before every other script, under whatever Node >= 20 npm has, with nothing installed yet.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";

const marker = "node_modules/.installed-lockfile";
const lockfile = createHash("sha256").update(readFileSync("package-lock.json")).digest("hex");
const installed = existsSync(marker) ? readFileSync(marker, "utf8") : "";

if (installed !== lockfile) {
  console.log("Instalando as dependências (cerca de 1 a 2 minutos na primeira vez)…");
  // Some packages ask for a newer Node than npm may run under; the scripts run under the pinned one.
  const options = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
  const npm = process.env.npm_execpath;
  const { status } = npm
    ? spawnSync(process.execPath, [npm, ...options], { stdio: "inherit" })
    : spawnSync("npm", options, { stdio: "inherit", shell: true });
  if (status !== 0) process.exit(status ?? 1);
  writeFileSync(marker, lockfile);
}
