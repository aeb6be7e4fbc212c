import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import drawings from "./icons.svg?raw";
import { Icon, iconNames } from "./icons.tsx";

test("every icon has a drawing, and every drawing a name", () => {
  const drawn = [...drawings.matchAll(/<symbol id="icon-([^"]+)"/g)].map(([, name]) => name);
  expect(drawn).toEqual([...iconNames]);
});

test("an icon refers to its drawing in the one file that all pages share", () => {
  expect(renderToStaticMarkup(<Icon name="lock" className="size-4" />)).toMatch(
    /^<svg class="icon size-4" aria-hidden="true"><use href="[^"]*\/icons[^"]*#icon-lock">/,
  );
});
