import { failed, ok, skipped, type Check } from "../check.ts";

export const siteReached: Check = {
  title: "Site",
  async run({ site }) {
    if (!site) return skipped("sem SITE_URL");
    const response = await fetch(site);
    const text = await response.text();
    if (!response.ok) return failed(`${site} responde ${response.status}`);
    const canonical = /<link rel="canonical" href="([^"]+)"/.exec(text)?.[1];
    if (!canonical) return failed(`${site} não mostra o site da Payser`);
    const { origin } = new URL(canonical);
    return origin === new URL(site).origin
      ? ok(`${site} responde`)
      : failed(`o site se apresenta como ${origin}: confira o SITE_URL dele`);
  },
};
