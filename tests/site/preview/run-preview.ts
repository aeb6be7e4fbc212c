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
/** Sequence of invisible characters after a text. The studio decodes from it which field the text comes from. */
export const mark = /[\u{200B}-\u{200D}\u{FEFF}]{4,}/u;

/** Runs a site that shows drafts to editors, for all tests of a file. Also signs in an editor who may see drafts. */
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
  /** Creates a preview secret as the studio does. */
  async function makeSecret(): Promise<string> {
    const { editor } = site.stack;
    return (await createPreviewSecret(editor, "sanity/presentation", studioUrl, "me")).secret;
  }

  return {
    get stack() {
      return site.stack;
    },
    /** Cookie of the editor. The site shows drafts to requests with this cookie. */
    get cookie() {
      return cookie;
    },
    get,
    visitEnable,
    makeSecret,
    /** Fetches a path with the cookie of an editor who sees drafts. */
    preview: (path: string) => get(path, { cookie }),
    textOf: async (path: string, headers?: Record<string, string>) =>
      (await get(path, headers)).text(),
    /**
     * Calls `look` while a document has a draft. The draft differs from the published document in the fields `set` and
     * `unset`.
     */
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
