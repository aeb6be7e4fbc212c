// Runs before every other script, under whatever Node >= 20 npm has, with nothing installed yet.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";

const marker = "node_modules/.installed-lockfile";
const lockfile = createHash("sha256").update(readFileSync("package-lock.json")).digest("hex");
const installed = existsSync(marker) ? readFileSync(marker, "utf8") : "";

if (installed !== lockfile) {
  console.log("Instalando as dependências (cerca de 1 a 2 minutos na primeira vez)…");
  // Not `npm ci`: it refuses a lockfile that lacks the optional packages of other platforms, which
  // not every registry has. The versions are the lockfile's either way.
  const options = ["install", "--no-save", "--no-audit", "--no-fund"];
  const npm = process.env.npm_execpath;
  const { status } = npm
    ? spawnSync(process.execPath, [npm, ...options], { stdio: "inherit" })
    : spawnSync("npm", options, { stdio: "inherit", shell: true });
  if (status !== 0) process.exit(status ?? 1);
  writeFileSync(marker, lockfile);
}
