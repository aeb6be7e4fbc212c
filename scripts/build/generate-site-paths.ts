import { writeFile } from "node:fs/promises";
import { pagesByPath } from "../../web/pages/pages-by-path.ts";
import { homeAliases } from "../../web/pages/published/published-route.ts";

/** Tells the studio, which knows nothing of the site's code, which paths the site has in code. */
const paths = { fixed: [...pagesByPath.keys()].toSorted(), homeFallbacks: homeAliases };
await writeFile("studio/site-paths.json", `${JSON.stringify(paths, null, 2)}\n`);
