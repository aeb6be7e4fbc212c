import type { ChangedFile } from "./replace-in-package.ts";

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
