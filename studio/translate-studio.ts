import type { ChangedFile } from "./replace-in-package.ts";

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
export const untranslatedFiles: readonly ChangedFile[] = [
  {
    packageName: "sanity",
    id: /[\\/]sanity[\\/]lib[\\/]WorkspaceLoader-[\w-]+\.js$/,
    code: "createLoginComponent(",
    replacements: [
      ['children: "Choose login provider"', 'children: "Entrar como"'],
      ['children: "Last used"', 'children: "A da última vez"'],
      ['children: "OR"', 'children: "ou"'],
    ],
  },
  {
    packageName: "sanity",
    id: /[\\/]sanity[\\/]lib[\\/]index\.js$/,
    code: "https://snty.link/community",
    replacements: [
      ['title: "Community"', 'title: "Comunidade"'],
      ['title: "Docs"', 'title: "Documentação"'],
      ['title: "Privacy"', 'title: "Privacidade"'],
    ],
  },
  {
    packageName: "sanity",
    id: /[\\/]sanity[\\/]lib[\\/]utils-[\w-]+\.js$/,
    code: "DEFAULT_MONTH_NAMES = [",
    replacements: Object.entries({ ...months, ...weekDays }).map(([english, portuguese]) => [
      `"${english}"`,
      `"${portuguese}"`,
    ]),
  },
  {
    packageName: "sanity",
    id: /[\\/]sanity[\\/]lib[\\/]CalendarFilter-[\w-]+\.js$/,
    code: "DEFAULT_MONTH_NAMES",
    replacements: [
      ['"Previous month"', '"Mês anterior"'],
      ['"Next month"', '"Próximo mês"'],
    ],
  },
];
