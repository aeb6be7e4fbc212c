/** Fields of an installed package in package-lock.json (version 3). */
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
 * Returns the optional dependencies that the lockfile lacks, by their path in node_modules. A package's platform is
 * read from the package's name, because npm fetches no data about packages for other platforms.
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
      // When Node.js would load another version, the missing version goes into the parent package's own node_modules.
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

/** Returns the version of a package that Node.js would load for code in the folder `from`. */
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

/** Reads the platform from a package name such as `@oxfmt/binding-linux-arm64-musl`. */
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
