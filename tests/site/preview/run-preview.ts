import { createPreviewSecret } from "@sanity/preview-url-secret/create-secret";
import { beforeAll } from "vitest";
import { studioUrl } from "../../support/runner/worker.ts";
import { runSite } from "../run-site.ts";
import {
  accountPaths,
  homeAliases,
  privatePaths,
  publicPaths,
  unknownPath,
} from "../site-paths.ts";

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

/** A site that shows drafts to editors, and an editor who may see them, for the tests of a file. */
export function runPreview() {
  const site = runSite();
  let cookie = "";

  beforeAll(async () => {
    const reply = await visitEnable({
      "sanity-preview-secret": await makeSecret(),
      "sanity-preview-perspective": "drafts",
    });
    cookie = reply.headers.get("set-cookie")?.split(";")[0] ?? "";
  });

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(site.stack.siteUrl + path, { headers, redirect: "manual" });
  const visitEnable = (parameters: Record<string, string>) =>
    get(`/api/preview/enable?${new URLSearchParams(parameters)}`);
  /** One of the studio's, as it makes them. */
  async function makeSecret(): Promise<string> {
    const { editor } = site.stack;
    return (await createPreviewSecret(editor, "sanity/presentation", studioUrl, "me")).secret;
  }

  return {
    get stack() {
      return site.stack;
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
      const { editor } = site.stack;
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
