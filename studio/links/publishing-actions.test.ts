import { expect, test } from "vitest";
import { mayRedirect, pathOf, publishingActions } from "./publishing-actions.ts";

test("pathOf returns the path of a product or a free page", () => {
  expect(pathOf({ slug: { _type: "slug", current: "pag-payser" } })).toBe("/pag-payser");
  expect(pathOf({ path: "/ajuda" })).toBe("/ajuda");
  expect(pathOf({ slug: {} })).toBeUndefined();
  expect(pathOf(null)).toBeUndefined();
});

test("mayRedirect is false for paths that the site itself answers", () => {
  expect(mayRedirect("/pag-payser")).toBe(true);
  expect(mayRedirect("/privacidade")).toBe(false);
  expect(mayRedirect(undefined)).toBe(false);
});

test("publishingActions deletes redirects at both paths before it publishes the page", () => {
  const redirects = ["a", "drafts.a", "drafts.b", "c"];
  const actions = publishingActions({ id: "page", former: "/antiga", redirects, newId: "r" });
  const type = (name: string) => `sanity.action.document.${name}`;
  expect(actions).toMatchObject([
    { actionType: type("delete"), publishedId: "a", includeDrafts: ["drafts.a"] },
    { actionType: type("discard"), draftId: "drafts.b" },
    { actionType: type("delete"), publishedId: "c", includeDrafts: [] },
    { actionType: type("publish"), draftId: "drafts.page", publishedId: "page" },
    {
      actionType: type("create"),
      attributes: { _id: "drafts.r", from: "/antiga", target: { document: { _ref: "page" } } },
    },
    { actionType: type("publish"), publishedId: "r" },
  ]);
});

test("publishingActions creates no redirect without a former path", () => {
  expect(
    publishingActions({ id: "page", former: undefined, redirects: [], newId: "r" }),
  ).toHaveLength(1);
});
