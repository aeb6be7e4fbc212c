import { expect, test } from "vitest";
import { makePageOurs } from "./studio-page.ts";

const page = (head = "") =>
  `<!DOCTYPE html><html lang="en"><head>${head}<style>
  @font-face {
    font-family: Inter;
    src: url("https://studio-static.sanity.io/Inter-Regular.woff2") format("woff2");
  }
  body { margin: 0; }
</style><script>"Uncaught error: "</script><script src="https://core.sanity-cdn.com/bridge.js" async type="module" data-sanity-core></script>
</head><body><noscript><h1>JavaScript disabled</h1><p>Please <a href="https://www.enable-javascript.com/">enable JavaScript</a> in your browser and reload the page to proceed.</p></noscript></body></html>`;

test("the page is in Portuguese, loads nothing from outside and keeps its own styles", () => {
  const ours = makePageOurs(page());
  expect(ours).toContain('<html lang="pt-BR" data-build="desenvolvimento">');
  expect(ours).toContain("Ative o JavaScript");
  expect(ours).toContain("body { margin: 0; }");
  expect(ours).not.toMatch(/https?:|JavaScript disabled|@font-face/);
});

test("a page that is worded anew, or loads something else, is refused", () => {
  expect(() => makePageOurs("<html></html>")).toThrow(/no longer contains/);
  const script = '<script src="https://example.com/a.js"></script>';
  expect(() => makePageOurs(page(script))).toThrow(/loads what is outside: src="https:/);
});
