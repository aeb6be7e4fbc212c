/** An installed package as package-lock.json (version 3) describes it. */
export interface LockedPackage {
  version?: string | undefined;
  dev?: boolean | undefined;
  optionalDependencies?: Record<string, string> | undefined;
}

interface OptionalPackage {
  version: string;
  cpu?: string[];
  dev?: true;
  libc?: string[];
  optional: true;
  os?: string[];
}

const folder = "node_modules/";

/**
 * What packages want optionally and nothing in the lockfile provides, by its place there. The
 * platform of each is read from its name: npm skips what is for another one before it asks a
 * registry for it.
 */
export function missingOptionalPackages(
  packages: Record<string, LockedPackage>,
): Record<string, OptionalPackage> {
  const missing: Record<string, OptionalPackage> = {};
  for (const [parent, { dev, optionalDependencies = {} }] of Object.entries(packages)) {
    for (const [name, wanted] of Object.entries(optionalDependencies)) {
      const found = resolve({ ...packages, ...missing }, parent, name);
      const isRange = !/^\d/.test(wanted);
      if (found !== undefined && (isRange || found === wanted)) continue;
      // Beside its parent where another version has the place above.
      const place = found === undefined ? folder + name : `${parent}/${folder}${name}`;
      missing[place] = {
        version: wanted.replace(/^\D+/, ""),
        ...platformOf(name),
        ...(dev && { dev }),
        optional: true,
      };
    }
  }
  return missing;
}

/** The version that a package at `from` gets for a name, as Node.js looks for it. */
function resolve(
  packages: Record<string, LockedPackage>,
  from: string,
  name: string,
): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf(`/${folder}`)))) {
    const found = packages[(at && `${at}/`) + folder + name];
    if (found) return found.version;
    if (at === "") return undefined;
  }
}

/** Such as `@oxfmt/binding-linux-arm64-musl`. */
function platformOf(name: string): Pick<OptionalPackage, "cpu" | "libc" | "os"> {
  const os = /\b(?:android|darwin|freebsd|linux|openharmony|win32)\b/.exec(name)?.[0];
  const cpu = /\b(?:arm64|arm|ia32|ppc64|riscv64|s390x|wasm32|x64)\b/.exec(name)?.[0];
  const libc = /-(?<musl>musl)|-(?:gnu|glibc)/.exec(name);
  return {
    ...(cpu && { cpu: [cpu] }),
    ...(os === "linux" && libc && { libc: [libc.groups?.["musl"] ?? "glibc"] }),
    ...(os && { os: [os] }),
  };
}
