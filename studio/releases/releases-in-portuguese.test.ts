import { ptBRLocale } from "@sanity/locale-pt-br";
import { expect, test } from "vitest";
import { callReleases, releasesInPortuguese } from "./releases-in-portuguese.ts";

test.each([
  ["Agendar release...", "Agendar lançamento..."],
  ["Você não pode publicar esta release.", "Você não pode publicar este lançamento."],
  ["Copiar ID da release", "Copiar ID do lançamento"],
  ["A release está agendada", "O lançamento está agendada"],
  ["Nenhuma release arquivada", "Nenhum lançamento arquivado"],
  ["Todas as releases", "Todos os lançamentos"],
  ["Criar uma nova release", "Criar um novo lançamento"],
  [
    "{{releaseTitle}} em {{releaseDocumentsLength}}",
    "{{releaseTitle}} em {{releaseDocumentsLength}}",
  ],
])("callReleases turns “%s” into “%s”", (before, after) => {
  expect(callReleases(before)).toBe(after);
});

test("no text of the studio uses the English word for a release", async () => {
  const option = ptBRLocale().i18n?.locales;
  const [locale] = Array.isArray(option) ? option : [];
  if (!locale) throw new Error("The plugin has no locale");
  const texts: unknown[] = [];
  for (const { resources } of releasesInPortuguese(locale).bundles ?? []) {
    texts.push(...Object.values(typeof resources === "function" ? await resources() : resources));
  }
  expect(texts.length).toBeGreaterThan(1_000);
  expect(texts.filter((text) => /\breleases?\b/i.test(String(text)))).toEqual([]);
  expect(texts).toContain("Editar lançamento");
});
