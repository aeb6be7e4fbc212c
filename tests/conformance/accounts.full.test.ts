// @module-tag full
import { beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { z } from "zod";
import { API, STUDIO_ORIGIN } from "./test-lake.ts";
import { useTestLake } from "./use-test-lake.ts";

/**
 * Document types that only administrators may change. This copy lets a test fail when `administratorTypes` lacks one of
 * these types.
 */
const keptTypes = [
  "businessRules",
  "legalVersion",
  "privacyPolicy",
  "redirect",
  "siteSettings",
  "termsPage",
];
const lake = useTestLake();

type Account = "local-administrator" | "local-editor" | "nobody";

const headersOf = (account?: Account) => ({
  origin: STUDIO_ORIGIN,
  ...(account && { cookie: `payser-studio-account=${account}` }),
});

/** Sends an HTTP request with the headers that the studio sends when a person has chosen this account. */
function asAccount(account: Account | undefined, path: string, body?: object): Promise<Response> {
  return fetch(lake.url + API + path, {
    headers: headersOf(account),
    redirect: "manual",
    ...(body && { method: "POST", body: JSON.stringify(body) }),
  });
}

const act = (account: Account, kind: string, rest: object, more: object = {}) =>
  asAccount(account, "/data/actions/production", {
    actions: [{ actionType: `sanity.action.document.${kind}`, ...rest }],
    ...more,
  });

const edit = (id: string, set: object) =>
  ["edit", { draftId: `drafts.${id}`, publishedId: id, patch: { set } }] as const;

beforeAll(async () => {
  const transaction = lake.editor.transaction().create({ _id: "homePage", _type: "homePage" });
  for (const type of keptTypes) transaction.create({ _id: type, _type: type });
  await transaction.commit();
});

describe("an account of the studio", () => {
  const accountOf = async (account?: Account) => (await asAccount(account, "/users/me")).json();

  test("is the administrator's until another is chosen", async () => {
    expect(await accountOf()).toMatchObject({ id: "local-administrator", role: "administrator" });
    expect(await accountOf("local-editor")).toMatchObject({ id: "local-editor", role: "editor" });
    expect(await (await asAccount("local-editor", "/auth/id")).json()).toEqual({
      id: "local-editor",
    });
  });

  test("has a token that belongs to no other account", async () => {
    const answer = await (await asAccount("local-editor", "/auth/token")).json();
    const { token } = z.object({ token: z.string() }).parse(answer);
    const whose = (shown: string) =>
      fetch(`${lake.url}${API}/users/me`, { headers: { authorization: `Bearer ${shown}` } });
    expect(await (await whose(token)).json()).toMatchObject({ id: "local-editor" });
    expect((await whose(token.replace("editor", "administrator"))).status).toBe(401);
    expect((await asAccount("nobody", "/auth/token")).status).toBe(401);
  });

  test("is none after signing out, when requests for hidden documents are refused", async () => {
    const left = await asAccount("local-editor", "/auth/logout", {});
    expect(left.headers.get("set-cookie")).toContain("payser-studio-account=nobody");
    expect((await asAccount("nobody", "/users/me")).status).toBe(401);
    expect((await asAccount("nobody", "/data/mutate/production", {})).status).toBe(401);
  });

  test("is chosen from the offered accounts, and the choice leads back to the studio", async () => {
    const { providers } = z
      .object({ providers: z.array(z.object({ title: z.string(), url: z.url() })) })
      .parse(await (await asAccount("nobody", "/auth/providers")).json());
    expect(providers.map(({ title }) => title)).toEqual(["Administração local", "Edição local"]);
    const back = encodeURIComponent(`${STUDIO_ORIGIN}/structure`);
    const entered = await fetch(`${providers[1]?.url}?origin=${back}`, { redirect: "manual" });
    expect(entered.status).toBe(303);
    expect(entered.headers.get("location")).toBe(`${STUDIO_ORIGIN}/structure`);
    expect(entered.headers.get("set-cookie")).toContain("payser-studio-account=local-editor;");
  });

  test.each(["https://example.com/", "nonsense", ""])(
    "is not changed by a choice that leads to %j",
    async (origin) => {
      const path = `/auth/enter/local-editor?origin=${encodeURIComponent(origin)}`;
      const refused = await asAccount("nobody", path);
      expect(refused.status).toBe(400);
      expect(refused.headers.get("set-cookie")).toBeNull();
    },
  );
});

describe("an editor", () => {
  test.each(keptTypes)("is refused every way to change %s", async (type) => {
    const insert = { mutations: [{ create: { _id: `new-${type}`, _type: type } }] };
    const answers = await Promise.all([
      act("local-editor", ...edit(type, { title: "x" })),
      act("local-editor", "delete", { publishedId: type }),
      act("local-editor", "version.create", {
        publishedId: type,
        versionId: `versions.r1.${type}`,
      }),
      asAccount("local-editor", "/data/mutate/production", insert),
      act("local-editor", ...edit(type, { title: "x" }), { dryRun: true }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    expect(await answers[0]?.json()).toMatchObject({
      error: { type: "insufficientPermissionsError", description: expect.any(String) },
    });
    expect(await lake.editor.fetch("count(*[_type == $type])", { type })).toBe(1);
    expect((await act("local-administrator", ...edit(type, { title: "x" }))).status).toBe(200);
  });

  test("may change other types, and every change names its author", async () => {
    expect((await act("local-editor", ...edit("homePage", { title: "a" }))).status).toBe(200);
    expect((await act("local-administrator", ...edit("homePage", { title: "b" }))).status).toBe(
      200,
    );
    const history = await lake.asEditor("/data/history/production/transactions/drafts.homePage");
    const authors = (await history.text())
      .split("\n")
      .filter(Boolean)
      .map((line) => z.object({ author: z.string() }).parse(JSON.parse(line)).author);
    expect(authors).toEqual(["local-editor", "local-administrator"]);
    const { displayName } = await lake.editor.request({ url: "/users/local-editor" });
    expect(displayName).toBe("Edição local");
  });

  test("gets grants that say so to the Studio", async () => {
    const acl = "/projects/payser-local/datasets/production/acl";
    const grants = z
      .array(z.object({ filter: z.string(), permissions: z.array(z.string()) }))
      .parse(await (await asAccount("local-editor", acl)).json());
    const [home, ...kept] = await Promise.all(
      ["homePage", ...keptTypes].map(async (id) => {
        const granted = grants.map(({ filter, permissions }) =>
          lake.editor
            .fetch<number>(`count(*[_id == $id && (${filter})])`, { id })
            .then((count) => (count > 0 ? permissions : [])),
        );
        return (await Promise.all(granted)).flat();
      }),
    );
    expect(home).toEqual(expect.arrayContaining(["read", "update", "create"]));
    expect(new Set(kept.flat())).toEqual(new Set(["read", "history"]));
  });

  test("has settings of its own", async () => {
    const put = await fetch(`${lake.url}${API}/users/me/keyvalue`, {
      method: "PUT",
      headers: headersOf("local-editor"),
      body: JSON.stringify([{ key: "search", value: "casa" }]),
    });
    expect(put.status).toBe(200);
    const read = async (account: Account) =>
      (await asAccount(account, "/users/me/keyvalue/search")).json();
    expect(await read("local-editor")).toMatchObject([{ value: "casa" }]);
    expect(await read("local-administrator")).toMatchObject([{ value: null }]);
  });
});

describe("presence", () => {
  /** Opens a presence socket of an account. The array `received` gets the messages in the order of their arrival. */
  async function openSocket(account: Account, session: string) {
    const url = `${lake.url.replace("http", "ws")}/v2022-06-30/socket/production`;
    const socket = new WebSocket(url, { headers: headersOf(account) });
    const received: unknown[] = [];
    socket.on("message", (data) => {
      const text = Buffer.isBuffer(data) ? data.toString("utf8") : "";
      if (text === "" || text === "♥") return;
      const { params } = z.looseObject({ params: z.unknown() }).partial().parse(JSON.parse(text));
      if (params) received.push(z.object({ result: z.unknown() }).parse(params).result);
    });
    const opened = await new Promise<boolean>((resolve) => {
      socket.on("open", () => resolve(true));
      socket.on("error", () => resolve(false));
    });
    const call = (method: string, params: object) =>
      socket.send(JSON.stringify({ jsonrpc: "2.0", id: `${session}-${method}`, method, params }));
    if (opened) call("presence_subscribe", {});
    return { opened, received, call, close: () => socket.close() };
  }

  test("the others receive an account's presence and its end when the studio closes", async () => {
    const first = await openSocket("local-administrator", "s1");
    const second = await openSocket("local-editor", "s2");
    second.call("presence_rollcall", { session: "s2" });
    await expect
      .poll(() => first.received)
      .toContainEqual({ type: "rollCall", i: "local-editor", session: "s2" });
    const locations = [{ type: "document", documentId: "homePage", path: ["title"] }];
    second.call("presence_announce", { data: { sessionId: "s2", locations } });
    const state = { type: "state", i: "local-editor", m: { sessionId: "s2", locations } };
    await expect.poll(() => first.received).toContainEqual(state);
    second.close();
    await expect
      .poll(() => first.received)
      .toContainEqual({ type: "disconnect", i: "local-editor", m: { session: "s2" } });
    first.close();
  });

  test("the socket refuses an account that has signed out", async () => {
    expect((await openSocket("nobody", "s3")).opened).toBe(false);
  });
});
