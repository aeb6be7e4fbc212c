import type { ChangedFile } from "./replace-in-package.ts";

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
