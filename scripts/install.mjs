// Runs before every other npm script and before any package is installed. The script therefore uses no packages and
// works with every Node version from 20 on.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/** Returns the packages of a lockfile by their paths, or an empty list when the file is missing. */
function packagesOf(file) {
  const { packages = {} } = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  return Object.entries(packages).filter(([place]) => place !== "");
}

const wanted = new Map(packagesOf("package-lock.json"));
// npm records the installed packages in this file after every install. The file does not list packages for other
// platforms.
const there = new Map(packagesOf("node_modules/.package-lock.json"));
const isThere = ([place, { version, integrity, optional, devOptional }]) => {
  const found = there.get(place);
  return found
    ? found.version === version && (!integrity || (found.integrity ?? integrity) === integrity)
    : optional === true || devOptional === true;
};

if (![...wanted].every(isThere) || ![...there.keys()].every((place) => wanted.has(place))) {
  console.log("Instalando as dependências (cerca de 1 a 2 minutos na primeira vez)…");
  // npm may run on an old Node version and warn about it. These warnings are hidden, because npm scripts run on the
  // Node version that the project prescribes.
  const options = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
  const npm = process.env.npm_execpath;
  const { status } = npm
    ? spawnSync(process.execPath, [npm, ...options], { stdio: "inherit" })
    : spawnSync("npm", options, { stdio: "inherit", shell: true });
  if (status !== 0) process.exit(status ?? 1);
}
