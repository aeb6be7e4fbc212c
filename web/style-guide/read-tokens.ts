export interface Token {
  /** Without its kind: `petrol-700`. */
  name: string;
  value: string;
}

/** The design tokens of one kind (`color`, `text`, `radius`, …) in the `@theme` of the styles. */
export function readTokens(styles: string, kind: string): Token[] {
  const theme = /@theme \{([\s\S]*?)\n\}/.exec(styles)?.[1] ?? "";
  const declaration = new RegExp(`^  --${kind}-([\\w-]+):\\s*([^;]+);`, "gm");
  return [...theme.matchAll(declaration)]
    .map(([, name = "", value = ""]) => ({ name, value: value.replaceAll(/\s+/g, " ") }))
    .filter(({ name, value }) => !name.includes("--") && value !== "initial");
}
