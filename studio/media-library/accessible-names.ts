import type { Replacements } from "../replace-in-package.ts";

/** Names for who does not see the library, which gives its images and some buttons none. */
export const accessibleNames: Replacements = [
  [
    "src: imageDprUrl(currentAsset, {",
    'alt: currentAsset.originalFilename ?? "", src: imageDprUrl(currentAsset, {',
  ],
  ["src: imageDprUrl(asset, {", 'alt: asset.originalFilename ?? "", src: imageDprUrl(asset, {'],
  ["src: item.objectUrl,", 'alt: "", src: item.objectUrl,'],
  ["icon: ThLargeIcon,", '"aria-label": "Ver em grade", icon: ThLargeIcon,'],
  ["icon: ThListIcon,", '"aria-label": "Ver em lista", icon: ThListIcon,'],
  ['instanceId: "tags",', '"aria-label": "Etiquetas", instanceId: "tags",'],
  ['instanceId: "facet-searchable",', '"aria-label": "Etiqueta", instanceId: "facet-searchable",'],
  ['placeholder: "Search",', '"aria-label": "Buscar", placeholder: "Buscar",'],
  // Not one button around all others.
  [
    "t8 = getRootProps(), $[16]",
    't8 = getRootProps({ role: "presentation", tabIndex: void 0 }), $[16]',
  ],
];
