import { expect, test } from "vitest";
import { openingHours } from "./opening-hours.ts";

test.each([
  ["Segunda a sexta, das 9h às 18h (horário de Brasília)", "Mo-Fr 09:00-18:00"],
  ["segunda-feira a sábado das 8h30 às 17h45", "Mo-Sa 08:30-17:45"],
])("search engines understand “%s”", (text, hours) => {
  expect(openingHours(text)).toBe(hours);
});

test.each(["Todos os dias", "Seg. a sex., 9h-18h", ""])("“%s” tells them nothing", (text) => {
  expect(openingHours(text)).toBeUndefined();
});
