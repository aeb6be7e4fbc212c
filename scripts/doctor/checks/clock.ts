import { judge, skipped, type Check } from "../check.ts";
import type { ProductParts } from "../../product-parts.ts";

/** Second factors and signed links stop working beyond about this. */
const FURTHEST_SECONDS = 30;

/** This machine's clock against those of the site and of Supabase. */
export const clock: Check = {
  title: "Relógios",
  async run({ site, supabase }) {
    const asked = parts({ site, supabase });
    if (asked.length === 0) return skipped("sem SITE_URL e SUPABASE_URL");
    const faults = await Promise.all(
      asked.map(async ({ name, address }) => {
        const { headers } = await fetch(address, { method: "HEAD" });
        const told = Date.parse(headers.get("date") ?? "");
        if (Number.isNaN(told)) return [`${name} não diz a hora`];
        const seconds = Math.round((told - Date.now()) / 1000);
        return Math.abs(seconds) > FURTHEST_SECONDS
          ? [`${name} difere ${seconds} s desta máquina`]
          : [];
      }),
    );
    return judge(faults.flat(), `diferem menos de ${FURTHEST_SECONDS} s`);
  },
};

function parts({ site, supabase }: Pick<ProductParts, "site" | "supabase">) {
  return [
    { name: "o site", address: site },
    { name: "o Supabase", address: supabase && new URL("/auth/v1/health", supabase.url).href },
  ].flatMap(({ name, address }) => (address ? [{ name, address }] : []));
}
