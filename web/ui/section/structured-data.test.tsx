import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { StructuredData } from "./structured-data.tsx";

test("no text can end the script it stands in", () => {
  const name = "</script><script>alert(1)</script>";
  const html = renderToStaticMarkup(<StructuredData thing={{ "@type": "Thing", name }} />);
  expect(html.match(/<\/script>/g)).toHaveLength(1);
  const json = html.replace(/^<script[^>]*>|<\/script>$/g, "");
  expect(JSON.parse(json)).toEqual({ "@context": "https://schema.org", "@type": "Thing", name });
});
