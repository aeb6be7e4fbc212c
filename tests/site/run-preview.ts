import { createPreviewSecret } from "@sanity/preview-url-secret/create-secret";
import { afterAll, beforeAll } from "vitest";
import { type SeededLake, startSeededLake } from "../support/seeded-lake.ts";
import { startTestSite, type TestSite } from "../support/site-stack.ts";
import { accountPaths, homeAliases, privatePaths, publicPaths, unknownPath } from "./site-paths.ts";

/** Where the studio of these tests would be. */
export const studioUrl = "http://localhost:3999";
export const draftTitle = "Um título que só editores veem";
export const everyPath = [
  ...publicPaths,
  ...homeAliases,
  ...accountPaths,
  ...privatePaths,
  unknownPath,
];
/** Characters that nobody sees, in which a text says where it comes from. */
export const mark = /[\u{200B}-\u{200D}\u{FEFF}]{4,}/u;

/** Runs a site that shows drafts to editors, with seed content of its own, for the tests of a file. */
export function runPreview() {
  let lake: SeededLake | undefined;
  let site: TestSite | undefined;
  let cookie = "";

  beforeAll(async () => {
    lake = await startSeededLake();
    site = await startTestSite(lake.url, undefined, {
      preview: { token: lake.viewerToken, studioUrl },
    });
    const reply = await visitEnable({
      "sanity-preview-secret": await makeSecret(),
      "sanity-preview-perspective": "drafts",
    });
    cookie = reply.headers.get("set-cookie")?.split(";")[0] ?? "";
  });
  afterAll(async () => {
    await site?.close();
    await lake?.close();
  });

  function running() {
    if (!lake || !site) throw new Error("The site runs only during the tests");
    return { lake, site };
  }

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(running().site.url + path, { headers, redirect: "manual" });
  const visitEnable = (parameters: Record<string, string>) =>
    get(`/api/preview/enable?${new URLSearchParams(parameters)}`);
  /** One of the studio's, as it makes them. */
  async function makeSecret(): Promise<string> {
    const { editor } = running().lake;
    return (await createPreviewSecret(editor, "sanity/presentation", studioUrl, "me")).secret;
  }

  return {
    get lake() {
      return running().lake;
    },
    get site() {
      return running().site;
    },
    /** An editor's, who sees drafts. */
    get cookie() {
      return cookie;
    },
    get,
    visitEnable,
    makeSecret,
    /** What an editor gets. */
    preview: (path: string) => get(path, { cookie }),
    textOf: async (path: string, headers?: Record<string, string>) =>
      (await get(path, headers)).text(),
    /** Looks while a document has a draft: its fields set, or not there. */
    async withDraft(
      id: string,
      { set = {}, unset = [] }: { set?: Record<string, unknown>; unset?: readonly string[] },
      look: () => Promise<void>,
    ): Promise<void> {
      const { editor } = running().lake;
      const published = await editor.getDocument(id);
      if (!published) throw new Error(`The seed has no ${id}`);
      await editor
        .transaction()
        .createOrReplace({ ...published, _id: `drafts.${id}` })
        .patch(`drafts.${id}`, { set, unset: [...unset] })
        .commit();
      try {
        await look();
      } finally {
        await editor.delete(`drafts.${id}`);
      }
    },
  };
}
