import type { Replacements } from "../replace-in-package.ts";
import { wordsOfProperty } from "./words-of-property.ts";

/** One file: what is known of it, where it is used, its replacement, its upload. */
export const fileTexts: Replacements = [
  ...wordsOfProperty("title", {
    Media: "Biblioteca",
    "Edit Media": "Editar na biblioteca",
    "Updating in progress. Depending on the amount of changes, this could take a few minutes.":
      "Atualizando. Com muitas mudanças, pode levar alguns minutos.",
  }),
  ...wordsOfProperty("header", {
    "Asset details": "Detalhes do arquivo",
    "Choose a replacement image": "Escolha a imagem que entra no lugar",
  }),
  ...wordsOfProperty("label", {
    Size: "Tamanho",
    "MIME type": "Tipo",
    Extension: "Extensão",
    Dimensions: "Dimensões",
    Aperture: "Abertura",
    "Focal length": "Distância focal",
    "Exposure time": "Tempo de exposição",
    "Original date": "Data original",
    Tags: "Etiquetas",
    Folder: "Pasta",
    Filename: "Nome do arquivo",
    Title: "Título",
    // The site reads the text of each document, where the image is used.
    "Alt Text": "Texto alternativo (só na biblioteca)",
    Description: "Descrição",
    Credit: "Crédito",
    Details: "Detalhes",
  }),
  ["`References${!isLoading", "`Usado em${!isLoading"],
  ...wordsOfProperty("text", {
    "Copy URL": "Copiar endereço",
    Download: "Baixar",
    "Save and close": "Salvar e fechar",
    Delete: "Excluir",
    Cancel: "Cancelar",
    "Cleanup localized fields": "Limpar os campos por idioma",
  }),
  ...wordsOfProperty("children", {
    "Copied!": "Copiado!",
    "No documents are referencing this asset": "Nenhum documento usa este arquivo.",
    "This asset has localized fields that are no longer configured. Clean them up to avoid validation errors.":
      "Este arquivo tem campos por idioma que já não existem. Limpe-os para evitar erros.",
    "This file cannot be found – it may have been deleted.":
      "Este arquivo não foi encontrado; talvez tenha sido excluído.",
    "There are no replacement images": "Não há imagens para pôr no lugar.",
    "Loading...": "Carregando…",
    "Drop files to upload": "Solte os arquivos para enviar",
    Deselect: "Desmarcar",
    "Insert selected": "Inserir",
    Delete: "Excluir",
    Replace: "Trocar",
  }),
  ...wordsOfProperty("placeholder", { "Select or create...": "Escolha ou crie…" }),
  ["A document of the unknown type ", "Um documento de tipo desconhecido: "],
  ['? "Loading..."', '? "Carregando…"'],
  ['"Last updated",\n', '"Última mudança",\n'],
  ['"No unpublished changes"', '"Nada mudou ainda"'],
  [
    '"There are validation errors that need to be fixed before this document can be published"',
    '"Corrija os campos com erro antes de salvar"',
  ],
  ['"Verifying"', '"Conferindo"'],
  ['"Queued"', '"Na fila"'],
  ['`Insert ${assetTypes.join(" or ")}` : "Browse Assets"', '"Escolha um arquivo" : "Arquivos"'],
  [
    '`Upload ${assetTypes.length === 1 ? pluralize(assetTypes[0]) : "assets"}`',
    'assetTypes.length === 1 && assetTypes[0] === "image" ? "Enviar imagens" : "Enviar arquivos"',
  ],
  // The title of a document's type is not known there, and its name is English.
  ["selectedDocument && /* @__PURE__ */ jsx(Box, {", "!1 && /* @__PURE__ */ jsx(Box, {"],
  ['" selected"\n', '" marcado" + (assetsPicked.length === 1 ? "" : "s")\n'],
];
