import { expect, test } from "vitest";
import { parseServerEnv } from "./server-env.ts";

const validEnv = { SANITY_PROJECT_ID: "payser-local", SANITY_DATASET: "production", PORT: "0" };

test.each([
  ["SANITY_PROJECT_ID", { SANITY_DATASET: "production" }],
  ["SANITY_PROJECT_ID", { ...validEnv, SANITY_PROJECT_ID: "Com Espaço" }],
  ["SANITY_DATASET", { ...validEnv, SANITY_DATASET: "" }],
  ["PORT", { ...validEnv, PORT: "porta" }],
  ["SITE_URL", { ...validEnv, SITE_URL: "payser.com.br" }],
  ["SITE_URL", { ...validEnv, HOST: "0.0.0.0", CLIENT_ADDRESS_HEADER: "x-real-ip" }],
  [
    "CLIENT_ADDRESS_HEADER",
    { ...validEnv, HOST: "0.0.0.0", SITE_URL: "https://www.payser.com.br" },
  ],
  ["SITE_URL", { ...validEnv, SITE_URL: "http://www.payser.com.br" }],
  ["SITE_URL", { ...validEnv, SITE_URL: "https://www.payser.com.br/site" }],
  ["SITE_URL", { ...validEnv, SITE_URL: "https://ana@www.payser.com.br" }],
  ["HSTS_INCLUDE_SUBDOMAINS", { ...validEnv, HSTS_INCLUDE_SUBDOMAINS: "talvez" }],
  ["OTEL_EXPORTER_OTLP_HEADERS", { ...validEnv, OTEL_EXPORTER_OTLP_HEADERS: "chave" }],
  ["METRICS_PORT", { ...validEnv, METRICS_PORT: "porta" }],
  ["SANITY_API_HOST", { ...validEnv, SANITY_API_HOST: "ftp://host" }],
])("parseServerEnv names %s, and nothing else, when it is invalid", (name, env) => {
  expect(() => parseServerEnv(env)).toThrow(
    new RegExp(`^Variáveis de ambiente inválidas:\n  ${name}: [^\n]+$`),
  );
});

test("parseServerEnv fills missing variables with defaults for a local machine", () => {
  expect(parseServerEnv(validEnv)).toMatchObject({
    HOST: "127.0.0.1",
    SITE_URL: "http://localhost:3000",
    HSTS_INCLUDE_SUBDOMAINS: false,
  });
  const parsed = parseServerEnv({ ...validEnv, HSTS_INCLUDE_SUBDOMAINS: "false" });
  expect(parsed.HSTS_INCLUDE_SUBDOMAINS).toBe(false);
});

test("parseServerEnv reads and decodes OpenTelemetry's lists of pairs", () => {
  const OTEL_EXPORTER_OTLP_HEADERS = "authorization=Basic YQ==, x-name = S%C3%A3o%2C%20Paulo";
  expect(parseServerEnv({ ...validEnv, OTEL_EXPORTER_OTLP_HEADERS })).toMatchObject({
    OTEL_EXPORTER_OTLP_HEADERS: { authorization: "Basic YQ==", "x-name": "São, Paulo" },
    OTEL_RESOURCE_ATTRIBUTES: {},
  });
});
