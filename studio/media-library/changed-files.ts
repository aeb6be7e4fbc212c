import type { ChangedFile } from "../replace-in-package.ts";
import { accessibleNames } from "./accessible-names.ts";
import { fileTexts } from "./file-texts.ts";
import { folderAndTagTexts } from "./folder-and-tag-texts.ts";
import { noticeTexts } from "./notice-texts.ts";
import { searchTexts } from "./search-texts.ts";
import { selectTexts } from "./select-texts.ts";

/** The library of images and what it is made of, which take their texts from no locale. */
export const mediaLibraryFiles: readonly ChangedFile[] = [
  {
    packageName: "sanity-plugin-media",
    id: /[\\/]sanity-plugin-media[\\/]dist[\\/]index\.js$/,
    code: "media.tag",
    replacements: [
      ...accessibleNames,
      ...searchTexts,
      ...fileTexts,
      ...folderAndTagTexts,
      ...noticeTexts,
    ],
  },
  {
    packageName: "react-select",
    id: /[\\/]react-select[\\/]dist[\\/]Select-\w+\.esm\.js$/,
    code: "defaultAriaLiveMessages",
    replacements: selectTexts,
  },
  {
    packageName: "react-select",
    id: /[\\/]react-select[\\/]dist[\\/]useCreatable-\w+\.esm\.js$/,
    code: "formatCreateLabel",
    replacements: [['return "Create \\"".concat(', 'return "Criar \\"".concat(']],
  },
];
