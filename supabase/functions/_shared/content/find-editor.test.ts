import { expect, it } from "vitest";
import { createEditorFinder } from "./find-editor.ts";

const address = { projectId: "abc123" };
const editor = { email: "ed@payser.example", roles: [{ name: "editor" }], provider: "google" };

/** Runs the editor finder. `answer` replies instead of the content API. `asked` in the result has the HTTP request. */
async function find(answer: () => Promise<Response>) {
  const asked: [unknown, unknown][] = [];
  const findEditor = createEditorFinder(address, (url, init) => {
    asked.push([url, init?.headers]);
    return answer();
  });
  return { asked, editor: await findEditor("token-1") };
}

it("asks the project's own host about the token", async () => {
  const { asked, editor: found } = await find(async () => Response.json(editor));
  expect(found).toEqual({ email: editor.email });
  expect(asked).toEqual([
    [
      expect.stringMatching(/^https:\/\/abc123\.api\.sanity\.io\/v[\d-]+\/users\/me$/),
      { authorization: "Bearer token-1" },
    ],
  ]);
});

it.each<[who: string, answer: () => Promise<Response>]>([
  ["a token of nobody", async () => Response.json({}, { status: 401 })],
  ["an account without a role here", async () => Response.json({ ...editor, roles: [] })],
  ["a robot", async () => Response.json({ roles: editor.roles })],
  ["an expired session, answered with 200", async () => Response.json({})],
  ["a page that is no JSON", async () => new Response("<html>")],
])("finds nobody by %s", async (_who, answer) => {
  expect((await find(answer)).editor).toBeNull();
});

it.each<[state: string, answer: () => Promise<Response>]>([
  ["is away", () => Promise.reject(new TypeError("fetch failed"))],
  ["fails", async () => new Response("", { status: 502 })],
  ["is asked too often", async () => new Response("", { status: 429 })],
])("fails while the content API %s", async (_state, answer) => {
  await expect(find(answer)).rejects.toMatchObject({ status: 503 });
});

it("finds nobody without a content API", async () => {
  expect(await createEditorFinder(undefined)("token-1")).toBeNull();
});
