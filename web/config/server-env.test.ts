import { expect, test } from "vitest";
import { parseServerEnv } from "./server-env.ts";

const wellSet = { SANITY_PROJECT_ID: "payser-local", SANITY_DATASET: "production", PORT: "0" };

test.each([
  ["SANITY_PROJECT_ID", { SANITY_DATASET: "production" }],
  ["SANITY_PROJECT_ID", { ...wellSet, SANITY_PROJECT_ID: "Com Espaço" }],
  ["SANITY_DATASET", { ...wellSet, SANITY_DATASET: "" }],
  ["PORT", { ...wellSet, PORT: "porta" }],
  ["SITE_URL", { ...wellSet, SITE_URL: "payser.com.br" }],
  ["SITE_URL", { ...wellSet, HOST: "0.0.0.0", CLIENT_ADDRESS_HEADER: "x-real-ip" }],
  ["CLIENT_ADDRESS_HEADER", { ...wellSet, HOST: "0.0.0.0", SITE_URL: "https://www.payser.com.br" }],
  ["SITE_URL", { ...wellSet, SITE_URL: "http://www.payser.com.br" }],
  ["SITE_URL", { ...wellSet, SITE_URL: "https://www.payser.com.br/site" }],
  ["SITE_URL", { ...wellSet, SITE_URL: "https://ana@www.payser.com.br" }],
  ["HSTS_INCLUDE_SUBDOMAINS", { ...wellSet, HSTS_INCLUDE_SUBDOMAINS: "talvez" }],
  ["METRICS_PORT", { ...wellSet, METRICS_PORT: "porta" }],
  ["SANITY_API_HOST", { ...wellSet, SANITY_API_HOST: "ftp://host" }],
])("a bad %s is refused by its name, and nothing else is", (name, env) => {
  expect(() => parseServerEnv(env)).toThrow(
    new RegExp(`^Variáveis de ambiente inválidas:\n  ${name}: [^\n]+$`),
  );
});

test("what is not said is what this machine needs", () => {
  expect(parseServerEnv(wellSet)).toMatchObject({
    HOST: "127.0.0.1",
    SITE_URL: "http://localhost:3000",
    HSTS_INCLUDE_SUBDOMAINS: false,
  });
  const told = parseServerEnv({ ...wellSet, HSTS_INCLUDE_SUBDOMAINS: "false" });
  expect(told.HSTS_INCLUDE_SUBDOMAINS).toBe(false);
});
