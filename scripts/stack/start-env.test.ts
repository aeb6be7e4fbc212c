import { expect, test } from "vitest";
import { parseStartEnv } from "./start-env.ts";

test("all parts run on this machine at the usual ports without variables", () => {
  expect(parseStartEnv({})).toMatchObject({
    ports: { site: 3000, studio: 3333, content: 3334 },
    hosted: undefined,
    siteUrl: "http://localhost:3000",
  });
});

test("PORT_OFFSET moves every port, and the site's address with it", () => {
  expect(parseStartEnv({ PORT_OFFSET: "100" })).toMatchObject({
    ports: { site: 3100, studio: 3433, content: 3434 },
    siteUrl: "http://localhost:3100",
  });
});

test("project and dataset together select hosted Sanity", () => {
  const hosted = { SANITY_PROJECT_ID: "abc123", SANITY_DATASET: "production" };
  expect(parseStartEnv(hosted).hosted).toEqual({
    projectId: "abc123",
    dataset: "production",
    token: undefined,
    viewerToken: undefined,
  });
  expect(parseStartEnv({ ...hosted, SANITY_READ_TOKEN: "segredo" }).hosted?.token).toBe("segredo");
});

test("project without dataset is refused, and dataset without project", () => {
  const message = "SANITY_PROJECT_ID e SANITY_DATASET precisam ser informadas juntas.";
  expect(() => parseStartEnv({ SANITY_PROJECT_ID: "abc123" })).toThrow(message);
  expect(() => parseStartEnv({ SANITY_DATASET: "production" })).toThrow(message);
});

test("Supabase's address without its key is refused, and the key without the address", () => {
  const message = "SUPABASE_URL e SUPABASE_PUBLISHABLE_KEY precisam ser informadas juntas.";
  const url = "https://abc.supabase.co";
  expect(() => parseStartEnv({ SUPABASE_URL: url })).toThrow(message);
  expect(() => parseStartEnv({ SUPABASE_PUBLISHABLE_KEY: "sb_publishable_x" })).toThrow(message);
  const both = { SUPABASE_URL: url, SUPABASE_PUBLISHABLE_KEY: "sb_publishable_x" };
  expect(parseStartEnv(both).hostedSupabase).toMatchObject({ url });
});

test.each([
  ["PORT_OFFSET", "muito"],
  ["PORT_OFFSET", "1.5"],
  ["PORT_OFFSET", "60000"],
  ["PORT_OFFSET", "-3000"],
  ["SITE_URL", "payser.com.br"],
])("%s=%s is refused by name, in Portuguese", (name, value) => {
  const parse = () => parseStartEnv({ [name]: value });
  expect(parse).toThrow(`  ${name}: precisa `);
});

test("every bad variable is named", () => {
  const parse = () => parseStartEnv({ PORT_OFFSET: "x", SITE_URL: "y" });
  expect(parse).toThrow(/PORT_OFFSET: .*\n {2}SITE_URL: /);
});
