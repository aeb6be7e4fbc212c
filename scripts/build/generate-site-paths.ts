import { writeFile } from "node:fs/promises";
import { pagesByPath } from "../../web/pages/pages-by-path.ts";
import { homeAliases } from "../../web/pages/published/published-route.ts";

/** Writes the list of the site's fixed paths for the studio, which must not import code of the site. */
const paths = { fixed: [...pagesByPath.keys()].toSorted(), homeFallbacks: homeAliases };
await writeFile("studio/site-paths.json", `${JSON.stringify(paths, null, 2)}\n`);
