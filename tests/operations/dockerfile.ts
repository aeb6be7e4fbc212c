/** Instruction of a Dockerfile, with its continuation lines joined. */
interface Instruction {
  name: string;
  rest: string;
}

export interface Stage {
  image: string;
  name: string | undefined;
  instructions: Instruction[];
}

/** Parses the stages of a Dockerfile. Supports only the syntax that this project uses. */
export function parseDockerfile(text: string): Stage[] {
  const stages: Stage[] = [];
  const lines = text.replaceAll(/^#.*\n/gm, "").replaceAll(/\\\n\s*/g, "");
  for (const line of lines.split("\n").filter(Boolean)) {
    const [, name = "", rest = ""] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    if (name === "FROM") {
      const [image = "", , alias] = rest.split(" ");
      stages.push({ image, name: alias, instructions: [] });
    } else {
      stages.at(-1)?.instructions.push({ name, rest });
    }
  }
  return stages;
}

/** Returns true when .dockerignore does not exclude a path from the build context. */
export function isInContext(path: string, ignore: string): boolean {
  const patterns = ignore.split("\n").filter(Boolean);
  return !patterns.some((pattern) => {
    const source = pattern
      .replaceAll(".", "\\.")
      .replaceAll("**/", "(?:.*/)?")
      .replaceAll(/(?<!\.)\*/g, "[^/]*");
    return new RegExp(`^${source}(?:/|$)`).test(path);
  });
}
