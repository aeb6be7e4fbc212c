import { expect, test } from "vitest";
import { openingHours, structuredScript } from "./structured-data.tsx";

test.each([
  ["Segunda a sexta, das 9h às 18h (horário de Brasília)", "Mo-Fr 09:00-18:00"],
  ["segunda-feira a sábado das 8h30 às 17h45", "Mo-Sa 08:30-17:45"],
])("openingHours converts “%s”", (text, hours) => {
  expect(openingHours(text)).toBe(hours);
});

test.each(["Todos os dias", "Seg. a sex., 9h-18h", ""])("openingHours ignores “%s”", (text) => {
  expect(openingHours(text)).toBeUndefined();
});

test("structuredScript escapes texts that could end the script", () => {
  const name = "</script><script>alert(1)</script>";
  const html = structuredScript({ "@type": "Thing", name });
  expect(html.match(/<\/script>/g)).toHaveLength(1);
  const json = html.replace(/^<script[^>]*>|<\/script>$/g, "");
  expect(JSON.parse(json)).toEqual({ "@context": "https://schema.org", "@type": "Thing", name });
});
