import { expect, test } from "vitest";
import { readProductParts } from "../stack/product-parts.ts";
import { hideSecrets } from "./hide-secrets.ts";

/** All secrets that docs/deploy.md lists. */
const secrets = {
  ADDRESS_HASH_KEY: "address-hash-key",
  AUTH_SMTP_PASSWORD: "auth-password",
  BACKUP_IDENTITY: "AGE-SECRET-KEY-1QQQ",
  CLOUDFLARE_API_TOKEN: "cloudflare-token",
  FASTLY_API_TOKEN: "fastly-token",
  FORWARD_KEY: "forward-key",
  METRICS_KEY: "metrics-key",
  OTEL_EXPORTER_OTLP_HEADERS: "authorization=collector",
  SANITY_PREVIEW_TOKEN: "viewer-token",
  SANITY_READ_TOKEN: "reader-token",
  SANITY_WRITE_TOKEN: "writer-token",
  SMTP_URL: "smtps://site:p%40ss-mail@mail.example:465",
  SUPABASE_DB_URL: "postgres://postgres:p%40ss-base@db.example/postgres",
  SUPABASE_SECRET_KEY: "sb_secret_x",
};
const others = {
  SITE_URL: "https://payser.example",
  SUPABASE_URL: "https://abc.supabase.co",
  SUPABASE_PUBLISHABLE_KEY: "sb_publishable_x",
};

test.each(Object.entries({ ...secrets, mail: "p@ss-mail", database: "p@ss-base" }))(
  "%s is never printed",
  async (_name, secret) => {
    const settings = await readProductParts({ ...others, ...secrets }, "");
    expect(hideSecrets(`failed (${secret}) at ${secret}`, settings)).not.toContain(secret);
  },
);

test("public values stay readable", async () => {
  const settings = await readProductParts({ ...others, ...secrets, SHORT_KEY: "para" }, "");
  const text = `${Object.values(others).join(" ")}, para todos`;
  expect(hideSecrets(text, settings)).toBe(text);
});
