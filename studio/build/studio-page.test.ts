import { expect, test } from "vitest";
import { adaptStudioPage } from "./studio-page.ts";

const page = (head = "") =>
  `<!DOCTYPE html><html lang="en"><head>${head}<style>
  @font-face {
    font-family: Inter;
    src: url("https://studio-static.sanity.io/Inter-Regular.woff2") format("woff2");
  }
  body { margin: 0; }
</style><script>if (1 < 2) help = '<a href="https://www.enable-javascript.com/">'</script><script src="https://core.sanity-cdn.com/bridge.js" async type="module" data-sanity-core></script>
</head><body><noscript><p>Please <a href="https://www.enable-javascript.com/">enable JavaScript</a> in your browser and reload the page to proceed.</p></noscript></body></html>`;

test("the page declares Portuguese, loads nothing from outside and keeps its own styles", () => {
  const ours = adaptStudioPage(page());
  expect(ours).toContain('<html lang="pt-BR" data-build="desenvolvimento">');
  expect(ours).toContain("body { margin: 0; }");
  expect(ours).not.toMatch(/core\.sanity-cdn|@font-face/);
  expect(ours).toContain('<a href="https://www.enable-javascript.com/">');
});

test.each([
  '<script src="https://example.com/a.js"></script>',
  '<link rel="stylesheet" href="//example.com/a.css">',
  "<style>body { background: url('https://example.com/a.png') }</style>",
])("a page that loads %s is refused", (outside) => {
  expect(() => adaptStudioPage(page(outside))).toThrow(/loads what is outside: .*example\.com/);
});
