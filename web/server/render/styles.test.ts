import { expect, test } from "vitest";
import { createStyleSelector } from "./styles.ts";

const page = '<html><body><header class="bar"><p>Olá</p></header></body></html>';

test("a page gets only the rules that match its elements", () => {
  const select = createStyleSelector(".bar p{color:red}.bar>a{color:blue}.none{color:green}");
  expect(select(page).css).toBe(".bar p{color:red}");
});

test("rules for states before the application starts are included", () => {
  const css = ".bar:has([open]){color:red}[data-scrolled] .bar{color:blue}";
  expect(createStyleSelector(css)(page).css).toBe(css);
});

test("a :has() rule is included only in pages with the required class", () => {
  const rule = "html:not([data-scrolled]) body:has(.dark) .bar{color:red}";
  const css = `${rule}html:has(.dark){top:0}html:not(:has(.dark)){left:0}`;
  const select = createStyleSelector(css);
  expect(select(page).css).toBe("html:not(:has(.dark)){left:0}");
  expect(select(page.replace("<p>", '<p class="dark">')).css).toBe(css);
});

test("theme colours are included, and rules for open dialogs are not", () => {
  const theme = ":where(:root),[data-theme=payser]{--color-primary:teal}";
  const bar = ".bar{color:var(--color-primary)}";
  const css = `${theme}${bar}.modal[open]{color:red}.collapse[open]{color:red}`;
  expect(createStyleSelector(css)(page).css).toBe(`:where(:root){--color-primary:teal}${bar}`);
});

test("rules for disabled controls and other cards wait for the full sheet", () => {
  const later = "fieldset:disabled .bar{color:red}.bar:has(>input[disabled]){color:red}";
  const cards = ".card:has(>:checked){color:red}.card>:is([type=checkbox]){color:red}";
  const css = `${later}${cards}.card:has(.bar),.bar:disabled{top:0}.bar:not(:disabled){left:0}`;
  const form = page.replace("<p>", '<fieldset class="card"><input class="bar"></fieldset><p>');
  const select = createStyleSelector(css);
  expect(select(form).css).toBe(".card:has(.bar){top:0}.bar:not(:disabled){left:0}");
  // A page that has a disabled control from the start also needs the rules for disabled controls.
  expect(select(form.replace("<input", '<input disabled=""')).css).toContain(later);
});

test("a page gets only the variables that it reads", () => {
  const theme = ":root{--read:1px;--by-the-unread:2px;--unread:var(--by-the-unread);--drawn:3px";
  const values = '--text:";--a:1";--address:url(data:image/png;base64,aa==)}';
  const css = `${theme};${values}.bar{margin:var(--read,0)}`;
  const drawn = page.replace("<p>", '<p style="width:var(--drawn)">');
  expect(createStyleSelector(css)(drawn).css).toBe(
    `:root{--read:1px;--drawn:3px;${values}.bar{margin:var(--read,0)}`,
  );
});

test("rules after a registered variable are kept", () => {
  const css = '@property --a{syntax:"*";inherits:false}@media print{.bar{display:none}}';
  expect(createStyleSelector(css)(page).css).toBe(css);
});

test("a rule for several selectors keeps only those that match the page", () => {
  const css = ":is(.bar,.none):not(:focus){color:red}:where(.bar>:not(:last-child)){top:0}";
  const others = ":is(.none,.bar .none)::placeholder{color:red}:is(.bar p):user-invalid{color:red}";
  expect(createStyleSelector(css + others)(page).css).toBe(
    ":is(.bar):not(:focus){color:red}:where(.bar > :not(:last-child)){top:0}",
  );
});

test("used fonts are included and remote ones are listed for preload", () => {
  const fonts =
    '@font-face{font-family:Own;src:url(/own.woff2)}@font-face{font-family:Like;src:local("Arial")}';
  const text = ".bar{font-family:Own, Like}";
  expect(createStyleSelector(fonts + text)(page)).toEqual({
    css: expect.stringContaining(fonts),
    fontUrls: ["/own.woff2"],
  });
});
