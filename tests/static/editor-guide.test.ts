import { globSync, readFileSync, statSync } from "node:fs";
import { expect, test } from "vitest";
import { guideScreens } from "../screens/guide-screens.ts";

const guide = readFileSync("docs/guia-do-editor.md", "utf8");
const images = [...guide.matchAll(/!\[([^\]]+)\]\(([^)]+)\)/g)].map(([, alt, path]) => ({
  alt,
  path,
}));

/** Source code of the studio and of Sanity's Portuguese translation, which contain all texts that the studio shows. */
const words = globSync(["studio/**/*.{ts,tsx}", "node_modules/@sanity/locale-pt-br/dist/*.js"])
  .filter((path) => !path.includes(".test."))
  .map((path) => readFileSync(path, "utf8"))
  .join("\n");

test("every image of the guide exists, has a description and is made by the script", () => {
  const taken = guideScreens.map(({ name }) => `images/guia/${name}.webp`);
  expect(images.map(({ path }) => path).toSorted()).toEqual(taken.toSorted());
  const bytes = images.map(({ path }) => statSync(`docs/${path}`).size);
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(1_000_000);
});

test("every name that the guide quotes is in the studio", () => {
  const named = [...guide.matchAll(/(?<![*])\*\*([^*]+)\*\*/g)]
    .map(([, name = ""]) => name.replaceAll(/\s+/g, " "))
    // Two kinds of bold text in the guide do not name anything in the studio: the user roles, which begin with “Quem”,
    // and the problems that the guide solves, which end with a full stop.
    .filter((name) => !/^Quem |\.$/.test(name) || name === "Quem somos");
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter((name) => !words.includes(name))).toEqual([]);
});

test("the guide covers every entry of the studio's menu", () => {
  const structure = readFileSync("studio/structure.ts", "utf8");
  const titles = [...structure.matchAll(/\.title\("([^"]+)"\)/g)].map(([, title = ""]) => title);
  const explained = titles.filter(
    (title) => !["Conteúdo do site", "Área do cliente e erros"].includes(title),
  );
  expect(explained.length).toBeGreaterThan(5);
  expect(explained.filter((title) => !guide.includes(title))).toEqual([]);
});
