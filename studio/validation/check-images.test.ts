import { expect, test } from "vitest";
import { z } from "zod";
import { checkImageDescribed } from "./check-images.ts";

const image = (file: string, alt: string) => ({
  _type: "imageWithAlt",
  alt,
  asset: { _type: "reference", _ref: file },
});

const published = {
  _id: "homePage",
  hero: { image: image("image-old", "Uma chave") },
  blocks: [{ _key: "b", image: image("image-old", "Uma casa") }],
};

type Context = Parameters<typeof checkImageDescribed>[1];
const contextSchema = z.custom<Context>((value) => typeof value === "object");

function check(
  alt: string,
  parent: object,
  path: unknown[],
  stored: object | undefined = published,
) {
  const client = { withConfig: () => client, fetch: async () => stored };
  const document = { _id: "drafts.homePage", _type: "homePage" };
  return checkImageDescribed(
    alt,
    contextSchema.parse({ document, parent, path, getClient: () => client }),
  );
}

test("a replaced image needs a new description", async () => {
  const hero = ["hero", "image", "alt"];
  expect(await check("Uma chave", image("image-new", "Uma chave"), hero)).toContain("confira");
  expect(await check("Uma porta", image("image-new", "Uma porta"), hero)).toBe(true);
  expect(await check("Uma chave", image("image-old", "Uma chave"), hero)).toBe(true);
});

test("an image in a list is compared by its key, and a new image has no former description", async () => {
  const path = ["blocks", { _key: "b" }, "image", "alt"];
  const parent = image("image-new", "Uma casa");
  expect(await check("Uma casa", parent, path)).toContain("confira");
  expect(await check("Uma casa", parent, ["blocks", { _key: "new" }, "image", "alt"])).toBe(true);
  expect(await check("Uma casa", parent, path, { _id: "homePage" })).toBe(true);
});
