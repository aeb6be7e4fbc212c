// Runs before every other script, under whatever Node >= 20 npm has, with nothing installed yet.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/** The packages of a lockfile by their places; none where there is no such file. */
function packagesOf(file) {
  const { packages = {} } = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  return Object.entries(packages).filter(([place]) => place !== "");
}

const wanted = new Map(packagesOf("package-lock.json"));
// npm writes down what is there, whoever called it; what is for other machines is left out.
const there = new Map(packagesOf("node_modules/.package-lock.json"));
const isThere = ([place, { version, integrity, optional, devOptional }]) => {
  const found = there.get(place);
  return found
    ? found.version === version && (!integrity || (found.integrity ?? integrity) === integrity)
    : optional === true || devOptional === true;
};

if (![...wanted].every(isThere) || ![...there.keys()].every((place) => wanted.has(place))) {
  console.log("Instalando as dependências (cerca de 1 a 2 minutos na primeira vez)…");
  // Some packages ask for a newer Node than npm may run under; the scripts run under the pinned one.
  const options = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
  const npm = process.env.npm_execpath;
  const { status } = npm
    ? spawnSync(process.execPath, [npm, ...options], { stdio: "inherit" })
    : spawnSync("npm", options, { stdio: "inherit", shell: true });
  if (status !== 0) process.exit(status ?? 1);
}
