/** Pairs of texts. The first is a text in a package's code, and the second is its replacement. */
export type Replacements = readonly (readonly [string, string])[];

/** File of an installed package whose code is changed while the studio is built. */
interface ChangedFile {
  packageName: string;
  /** Pattern of the file's path. The end of a file name may differ between versions of the package. */
  id: RegExp;
  /** Code that identifies the file among all files that match `id`. */
  code: string;
  replacements: Replacements;
}

/** Replaces texts in a package's code. Throws when a text is missing, because an update may have changed the text. */
export function replaceInPackage(code: string, name: string, replacements: Replacements): string {
  return replacements.reduce((changed, [former, next]) => {
    if (!changed.includes(former)) throw new Error(`${name} no longer contains: ${former}`);
    return changed.replaceAll(former, () => next);
  }, code);
}

/** Returns one bundler plugin for each changed file, for the build and for `sanity dev`. */
export function changePackages(files: readonly ChangedFile[]) {
  return files.map(({ packageName, id, code, replacements }, index) => ({
    name: `change-${packageName}-${index}`,
    // The plugin must run before the bundler transforms style sheets.
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

/** Changes that stop the Studio from calling other hosts than the content API. No setting of the Studio does this. */
export const filesThatCallOutside: readonly ChangedFile[] = [
  {
    packageName: "sanity",
    id: /[\\/]sanity[\\/]lib[\\/]index\.js$/,
    code: "fetchLatestAvailableVersionForPackage",
    replacements: [
      // Removes the studio's regular request for its newest version. package.json fixes the version.
      [
        "poll();\n\t\tlet intervalId = setInterval(poll, 9e5);\n\t\treturn () => clearInterval(intervalId);",
        "",
      ],
      // The request that asks whether feedback is available is skipped. The help menu then shows no feedback entry, as
      // after a failed request.
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

/** Portuguese replacements for English texts in the code of @sanity/orderable-document-list. */
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
