import { expect, test } from "vitest";
import { plainStyles } from "./plain-styles.ts";

test("variables start with a plain rule instead of registrations", () => {
  const css =
    "@layer properties{@supports ((a:b)) and (not (c:d)){*,:before{--tw-x:0;--tw-y:1px}}}" +
    '@layer base{p{color:red}}@property --tw-x{syntax:"*";inherits:false}' +
    '@property --own{syntax:"*";inherits:false}';
  expect(plainStyles(css)).toBe(
    "@layer properties{*{--tw-x:0;--tw-y:1px}}@layer base{p{color:red}}" +
      '@property --own{syntax:"*";inherits:false}',
  );
});

test("a property that no browser knows is left out, its namesake stays", () => {
  const css = ".a{webkit-user-select:none;-webkit-user-select:none;user-select:none}";
  expect(plainStyles(css)).toBe(".a{-webkit-user-select:none;user-select:none}");
});

test("comments are left out", () => {
  expect(plainStyles("/*! a * notice */\n.a{color:red}/**/")).toBe("\n.a{color:red}");
});
