import { expect, test } from "vitest";
import { createStyleSelector } from "./styles.ts";

const page = '<html><body><header class="bar"><p>Olá</p></header></body></html>';

test("a page gets the rules that apply to its elements, and no others", () => {
  const select = createStyleSelector(".bar p{color:red}.bar>a{color:blue}.none{color:green}");
  expect(select(page).css).toBe(".bar p{color:red}");
});

test("what changes while a page is used is there before its application", () => {
  const css = ".bar:has([open]){color:red}[data-scrolled] .bar{color:blue}";
  expect(createStyleSelector(css)(page).css).toBe(css);
});

test("a rule for elements that hold another comes to pages that have that", () => {
  const rule = "html:not([data-scrolled]) body:has(.dark) .bar{color:red}";
  const css = `${rule}html:has(.dark){top:0}html:not(:has(.dark)){left:0}`;
  const select = createStyleSelector(css);
  expect(select(page).css).toBe("html:not(:has(.dark)){left:0}");
  expect(select(page.replace("<p>", '<p class="dark">')).css).toBe(css);
});

test("the colours of the theme are there, and no open dialog, which the application brings", () => {
  const theme = ":where(:root),[data-theme=payser]{--color-primary:teal}";
  const bar = ".bar{color:var(--color-primary)}";
  const css = `${theme}${bar}.modal[open]{color:red}.collapse[open]{color:red}`;
  expect(createStyleSelector(css)(page).css).toBe(`:where(:root){--color-primary:teal}${bar}`);
});

test("what only the use of a page brings, or another kind of card, waits for the whole sheet", () => {
  const later = "fieldset:disabled .bar{color:red}.bar:has(>input[disabled]){color:red}";
  const cards = ".card:has(>:checked){color:red}.card>:is([type=checkbox]){color:red}";
  const css = `${later}${cards}.card:has(.bar),.bar:disabled{top:0}.bar:not(:disabled){left:0}`;
  const form = page.replace("<p>", '<fieldset class="card"><input class="bar"></fieldset><p>');
  const select = createStyleSelector(css);
  expect(select(form).css).toBe(".card:has(.bar){top:0}.bar:not(:disabled){left:0}");
  // Of a form that nobody can send the button is so from the first.
  expect(select(form.replace("<input", '<input disabled=""')).css).toContain(later);
});

test("a page gets no variable that nothing of it reads", () => {
  const theme = ":root{--read:1px;--by-the-unread:2px;--unread:var(--by-the-unread);--drawn:3px";
  const values = '--text:";--a:1";--address:url(data:image/png;base64,aa==)}';
  const css = `${theme};${values}.bar{margin:var(--read,0)}`;
  const drawn = page.replace("<p>", '<p style="width:var(--drawn)">');
  expect(createStyleSelector(css)(drawn).css).toBe(
    `:root{--read:1px;--drawn:3px;${values}.bar{margin:var(--read,0)}`,
  );
});

test("no rule is lost behind the registration of a variable", () => {
  const css = '@property --a{syntax:"*";inherits:false}@media print{.bar{display:none}}';
  expect(createStyleSelector(css)(page).css).toBe(css);
});

test("of a rule for several kinds of element, a page gets those that it has", () => {
  const css = ":is(.bar,.none):not(:focus){color:red}:where(.bar>:not(:last-child)){top:0}";
  const others = ":is(.none,.bar .none)::placeholder{color:red}:is(.bar p):user-invalid{color:red}";
  expect(createStyleSelector(css + others)(page).css).toBe(
    ":is(.bar):not(:focus){color:red}:where(.bar > :not(:last-child)){top:0}",
  );
});

test("the fonts that a page uses come with it, and the one to be fetched is told", () => {
  const fonts =
    '@font-face{font-family:Own;src:url(/own.woff2)}@font-face{font-family:Like;src:local("Arial")}';
  const text = ".bar{font-family:Own, Like}";
  expect(createStyleSelector(fonts + text)(page)).toEqual({
    css: expect.stringContaining(fonts),
    fontUrls: ["/own.woff2"],
  });
});
