import { type PackageTexts, translatePackage } from "./translate-package.ts";

interface UntranslatedFile {
  /** The name of the file, whose end differs by release. */
  id: RegExp;
  /** What only this one of the files with such a name contains. */
  code: string;
  texts: PackageTexts;
}

const months = {
  January: "Janeiro",
  February: "Fevereiro",
  March: "Março",
  April: "Abril",
  May: "Maio",
  June: "Junho",
  July: "Julho",
  August: "Agosto",
  September: "Setembro",
  October: "Outubro",
  November: "Novembro",
  December: "Dezembro",
};
const weekDays = {
  Mon: "Seg",
  Tue: "Ter",
  Wed: "Qua",
  Thu: "Qui",
  Fri: "Sex",
  Sat: "Sáb",
  Sun: "Dom",
};

/** Screens of the Studio that take texts from no locale. */
export const untranslatedFiles: readonly UntranslatedFile[] = [
  {
    id: /[\\/]sanity[\\/]lib[\\/]WorkspaceLoader-[\w-]+\.js$/,
    code: "createLoginComponent(",
    texts: [
      ['children: "Choose login provider"', 'children: "Entrar como"'],
      ['children: "Last used"', 'children: "A da última vez"'],
      ['children: "OR"', 'children: "ou"'],
    ],
  },
  {
    id: /[\\/]sanity[\\/]lib[\\/]index\.js$/,
    code: "https://snty.link/community",
    texts: [
      ['title: "Community"', 'title: "Comunidade"'],
      ['title: "Docs"', 'title: "Documentação"'],
      ['title: "Privacy"', 'title: "Privacidade"'],
    ],
  },
  {
    id: /[\\/]sanity[\\/]lib[\\/]utils-[\w-]+\.js$/,
    code: "DEFAULT_MONTH_NAMES = [",
    texts: Object.entries({ ...months, ...weekDays }).map(([english, portuguese]) => [
      `"${english}"`,
      `"${portuguese}"`,
    ]),
  },
  {
    id: /[\\/]sanity[\\/]lib[\\/]CalendarFilter-[\w-]+\.js$/,
    code: "DEFAULT_MONTH_NAMES",
    texts: [
      ['"Previous month"', '"Mês anterior"'],
      ['"Next month"', '"Próximo mês"'],
    ],
  },
];

/** Puts the texts of one file into Portuguese; throws when an update words them anew. */
export function translateStudio(code: string, texts: PackageTexts): string {
  return translatePackage(code, "sanity", texts);
}

/** The translation as plugins of the bundler, for the build and for `sanity dev`. */
export function studioInPortuguese() {
  return untranslatedFiles.map(({ id, code, texts }, index) => ({
    name: `studio-in-portuguese-${index}`,
    transform: {
      filter: { id, code },
      handler: (source: string) => ({ code: translateStudio(source, texts), map: null }),
    },
  }));
}
