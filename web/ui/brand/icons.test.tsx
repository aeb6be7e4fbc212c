import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import drawings from "./icons.svg?raw";
import { Icon, iconNames } from "./icons.tsx";

test("icon names and drawings match", () => {
  const drawn = [...drawings.matchAll(/<symbol id="icon-([^"]+)"/g)].map(([, name]) => name);
  expect(drawn).toEqual([...iconNames]);
});

test("an icon uses the shared file of drawings", () => {
  expect(renderToStaticMarkup(<Icon name="lock" className="size-4" />)).toMatch(
    /^<svg class="icon size-4" aria-hidden="true"><use href="[^"]*\/icons[^"]*#icon-lock">/,
  );
});
