import { join } from "node:path";
import type { Replacements } from "../replace-in-package.ts";
import { wordsOfProperty } from "./words-of-property.ts";

const words = JSON.stringify(join(import.meta.dirname, "notice-words.ts"));

/** What the library asks before it acts, and what it says of what became of it. */
export const noticeTexts: Replacements = [
  // Its plurals are English.
  [
    'import pluralize from "pluralize";',
    `import { filesInWords as pluralize, reasonInWords } from ${words};`,
  ],
  ['pluralize("asset", ', "pluralize("],
  ['error?.message || "Internal error"', "reasonInWords(error)"],
  ['"Unknown error"', '"motivo desconhecido"'],
  ["`An error occurred: ${", "`Não deu certo: ${"],
  ...wordsOfProperty("message", {
    "Tag already exists": "Já existe uma etiqueta com este nome.",
    "Folder name cannot be empty": "Dê um nome à pasta.",
    "A folder with this name already exists here": "Já existe aqui uma pasta com este nome.",
    "Folder name has not changed": "O nome da pasta não mudou.",
    "Folder not found": "A pasta não foi encontrada.",
    "Label cannot be empty": "Escreva o nome da etiqueta.",
    "Value cannot be empty": "Escolha uma etiqueta.",
    "Filename cannot be empty": "Dê um nome ao arquivo.",
    "Name cannot be empty": "Escreva um nome.",
    "Unable to generate hash: uploads are only allowed in secure contexts":
      "O envio só funciona em um endereço seguro (https).",
    "Asset already exists": "Este arquivo já está na biblioteca.",
  }),
  ["`Yes, add tag to ${suffix}`", "`Sim, pôr em ${suffix}`"],
  ["`Add tag ${tag.name.current} to ${suffix}?`", "`Pôr ${tag.name.current} em ${suffix}?`"],
  ["`Yes, remove tag from ${suffix}`", "`Sim, tirar de ${suffix}`"],
  ["`Remove tag ${tag.name.current} from ${suffix}?`", "`Tirar ${tag.name.current} de ${suffix}?`"],
  ["`Yes, delete ${suffix}`", "`Sim, excluir ${suffix}`"],
  ["`Permanently delete ${suffix}?`", "`Excluir ${suffix} para sempre?`"],
  ["`Delete ${folderName}?`", "`Excluir ${folderName}?`"],
  ...wordsOfProperty("headerTitle", {
    "Confirm tag addition": "Pôr a etiqueta",
    "Confirm tag removal": "Tirar a etiqueta",
    "Confirm deletion": "Excluir",
    "Confirm folder deletion": "Excluir a pasta",
  }),
  ...wordsOfProperty("confirmText", {
    "Yes, delete folder": "Sim, excluir a pasta",
    "Yes, delete tag": "Sim, excluir a etiqueta",
  }),
  ...wordsOfProperty("description", {
    "This operation cannot be reversed. Are you sure you want to continue?":
      "Não é possível desfazer.",
    "This deletes only the selected folder. Assets in this folder will stay in the library and have their folder assignment removed. Nested folders will move up one level.":
      "Só a pasta é excluída. Os arquivos ficam na biblioteca, fora dela, e as pastas de dentro sobem um nível.",
  }),
  [
    "`${deletedCount} ${pluralize(deletedCount)} deleted`",
    '`${deletedCount} ${pluralize(deletedCount)}: excluído${deletedCount === 1 ? "" : "s"}`',
  ],
  [
    "`Unable to delete ${count} ${pluralize(count)}. Please review any asset errors and try again.`",
    "`Não foi possível excluir ${count} ${pluralize(count)}: veja o motivo em cada um.`",
  ],
  ["`Tag added to ${count} ${pluralize(count)}`", "`Etiqueta em ${count} ${pluralize(count)}`"],
  [
    "`Tag removed from ${count} ${pluralize(count)}`",
    "`Etiqueta fora de ${count} ${pluralize(count)}`",
  ],
  [
    "`${updatedCount} ${pluralize(updatedCount)} updated`",
    '`${updatedCount} ${pluralize(updatedCount)}: atualizado${updatedCount === 1 ? "" : "s"}`',
  ],
  ...wordsOfProperty("title", {
    "Permanently delete tag?": "Excluir a etiqueta para sempre?",
    "Tag created": "Etiqueta criada",
    "Tag deleted": "Etiqueta excluída",
    "Tag updated": "Etiqueta atualizada",
    "Folder created": "Pasta criada",
    "Folder deleted": "Pasta excluída",
    "Folder renamed": "Nome da pasta mudado",
    "One or more files exceed the maximum upload size.": "Um ou mais arquivos são grandes demais.",
    "Unable to upload some items (folders and packages aren't supported)":
      "Nem tudo foi enviado: pastas e pacotes não são aceitos.",
  }),
];
