import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { iconNames } from "./icon-name.ts";
import { Icon } from "./icon.tsx";
import drawings from "./icons.svg?raw";

test("every icon has a drawing, and every drawing a name", () => {
  const drawn = [...drawings.matchAll(/<symbol id="icon-([^"]+)"/g)].map(([, name]) => name);
  expect(drawn).toEqual([...iconNames]);
});

test("an icon refers to its drawing in the one file that all pages share", () => {
  expect(renderToStaticMarkup(<Icon name="lock" className="size-4" />)).toMatch(
    /^<svg class="icon size-4" aria-hidden="true"><use href="[^"]*\/icons[^"]*#icon-lock">/,
  );
});
