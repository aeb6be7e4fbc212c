import { buildSite } from "../../scripts/build-site.ts";
import { localProject } from "../../scripts/content-part.ts";
import { buildStudio } from "../../studio/build-studio.ts";

/** Builds the site and the studio before the tests that run them. */
export default async function buildOnce(): Promise<void> {
  await buildSite();
  await buildStudio(localProject);
}
