import { judge, skipped, type Check } from "../check.ts";

/** What each header has to hold; a proxy in front may have taken it away. */
const expected: Record<string, RegExp> = {
  "content-security-policy":
    /default-src 'none'.*frame-ancestors 'none'.*require-trusted-types-for/,
  "x-content-type-options": /^nosniff$/,
  "referrer-policy": /^strict-origin-when-cross-origin$/,
  "permissions-policy": /camera=\(\)/,
  "cross-origin-resource-policy": /^same-origin$/,
};

export const securityHeaders: Check = {
  title: "Cabeçalhos de segurança",
  async run({ site, supabase }) {
    if (!site) return skipped("sem SITE_URL");
    const { headers } = await fetch(site, { method: "HEAD" });
    const isEncrypted = new URL(site).protocol === "https:";
    const all = isEncrypted
      ? { ...expected, "strict-transport-security": /max-age=\d{7,}/ }
      : expected;
    const wrong = Object.entries(all)
      .filter(([name, pattern]) => !pattern.test(headers.get(name) ?? ""))
      .map(([name]) => `${name} falta ou foi trocado`);
    const policy = headers.get("content-security-policy") ?? "";
    const calls = supabase && new URL(supabase.url).origin;
    return judge(
      [
        ...wrong,
        ...(calls && !policy.includes(calls) ? [`a política não deixa chamar ${calls}`] : []),
        ...(headers.has("x-powered-by") ? ["x-powered-by conta o que roda aqui"] : []),
      ],
      `${Object.keys(all).length} presentes`,
    );
  },
};
