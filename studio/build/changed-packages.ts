/** Pieces of a package's code, and what is to be there instead. */
export type Replacements = readonly (readonly [string, string])[];

/** A file of a package that is changed while the studio is built. */
interface ChangedFile {
  packageName: string;
  /** The name of the file, whose end may differ by release. */
  id: RegExp;
  /** What only this one of the files with such a name contains. */
  code: string;
  replacements: Replacements;
}

/**
 * Replaces pieces of a package's code, such as texts that it has there and not in a locale. Throws
 * when one is no longer there, so that an update cannot bring back what it stood for.
 */
export function replaceInPackage(code: string, name: string, replacements: Replacements): string {
  return replacements.reduce((changed, [former, next]) => {
    if (!changed.includes(former)) throw new Error(`${name} no longer contains: ${former}`);
    return changed.replaceAll(former, () => next);
  }, code);
}

/** The changes as plugins of the bundler, for the build and for `sanity dev`. */
export function changePackages(files: readonly ChangedFile[]) {
  return files.map(({ packageName, id, code, replacements }, index) => ({
    name: `change-${packageName}-${index}`,
    // Before the bundler makes something else of a style sheet.
    enforce: "pre" as const,
    transform: {
      filter: { id, code },
      handler: (source: string) => ({
        code: replaceInPackage(source, packageName, replacements),
        map: null,
      }),
    },
  }));
}

const designSystem = "https://design-system-static.sanity.io";
const inter = "@fontsource-variable/inter/files/inter-latin-wght";

/**
 * What the Studio's code asks of hosts outside, besides the content API, with no setting to keep it
 * from: whether there is a newer release, whether Sanity takes feedback, and its fonts.
 */
export const filesThatCallOutside: readonly ChangedFile[] = [
  {
    packageName: "sanity",
    id: /[\\/]sanity[\\/]lib[\\/]index\.js$/,
    code: "fetchLatestAvailableVersionForPackage",
    replacements: [
      // Versions are pinned here, and the answer shows nowhere.
      [
        "poll();\n\t\tlet intervalId = setInterval(poll, 9e5);\n\t\treturn () => clearInterval(intervalId);",
        "",
      ],
      // Without feedback the help menu does not offer it, as when its host does not answer.
      ["skip = t0 !== void 0 && t0", "skip = !0"],
    ],
  },
  {
    packageName: "ui5",
    id: /[\\/]ui5[\\/]dist[\\/]styles\.css$/,
    code: designSystem,
    replacements: [
      [`${designSystem}/InterVariable-latin-20260728.woff2`, `${inter}-normal.woff2`],
      [`${designSystem}/InterVariable-Italic-latin-20260728.woff2`, `${inter}-italic.woff2`],
    ],
  },
];

/** English texts that @sanity/orderable-document-list has in its code, and what editors read. */
export const orderedLists: ChangedFile = {
  packageName: "@sanity/orderable-document-list",
  id: /@sanity[\\/]orderable-document-list[\\/]dist[\\/]index\.js$/,
  code: "orderableDocumentListDeskItem",
  replacements: [
    ["`Create new ${typeTitle}`", "`Criar ${typeTitle.toLowerCase()}`"],
    ['.title("Reset Order")', '.title("Refazer a ordem")'],
    ['.title("Toggle Increments")', '.title("Mostrar ou esconder as setas")'],
    ["S.documentTypeList(type)", "S.documentTypeList(type).title(listTitle)"],
    [
      '`${updated.results.length === 1 ? "1 document" : `${updated.results.length} documents`} reordered`',
      '"Nova ordem salva e publicada"',
    ],
    ["description: message", "description: undefined"],
    ['title: "Reordering failed"', 'title: "Não foi possível mudar a ordem"'],
    ['"Reordering started..."', '"Refazendo a ordem…"'],
    [
      '`Reordered ${update.results.length === 1 ? "Document" : "Documents"}` : "Reordering failed"',
      '"A ordem foi refeita" : "Não foi possível refazer a ordem"',
    ],
    ['title: "There was an error"', 'title: "Não foi possível carregar a lista"'],
    ['"Please try again later"', '"Tente de novo em instantes."'],
    ['"No documents of this type"', '"Nada por aqui ainda. Crie o primeiro no botão +, acima."'],
    ['" documents have no order. Select"', '" itens estão sem ordem. Escolha"'],
    ['children: "Reset Order"', 'children: "Refazer a ordem"'],
    ['" from the menu above to fix."', '" no menu acima."'],
    [
      "onDragStart: handleDragStart,",
      'dragHandleUsageInstructions: "Pressione espaço para pegar o item, use as setas para mover, espaço de novo para soltar e Esc para cancelar.", onDragStart: handleDragStart,',
    ],
  ],
};
