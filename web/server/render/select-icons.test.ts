import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { iconNames } from "../../ui/brand/icon-name.ts";
import { Icon } from "../../ui/brand/icon.tsx";
import icons from "../../ui/brand/icons.svg?raw";
import { selectIcons } from "./select-icons.ts";

test("every icon has a drawing, and every drawing a name", () => {
  const drawn = [...icons.matchAll(/<symbol id="icon-([^"]+)"/g)].map(([, name]) => name);
  expect(drawn).toEqual([...iconNames]);
});

test("a page carries the drawings of its icons, each once", () => {
  const markup = ["lock", "check", "lock"] as const;
  const sheet = selectIcons(markup.map((name) => renderToString(Icon({ name }))).join(""));
  expect(sheet).toMatch(/^<svg[^>]* style="display:none"><symbol[^]*<\/symbol><\/svg>$/);
  expect([...sheet.matchAll(/<symbol id="([^"]+)"/g)].map(([, id]) => id)).toEqual([
    "icon-lock",
    "icon-check",
  ]);
});

test("a page without icons carries no drawing", () => {
  expect(selectIcons("<p>Texto</p>")).not.toContain("<symbol");
});
