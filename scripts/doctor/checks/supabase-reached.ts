import { failed, ok, skipped, type Check } from "../check.ts";

export const supabaseReached: Check = {
  title: "Supabase",
  async run({ supabase }) {
    if (!supabase) return skipped("sem SUPABASE_URL e SUPABASE_PUBLISHABLE_KEY");
    const { url, publishableKey } = supabase;
    const ask = (path: string) =>
      fetch(new URL(path, url), { headers: { apikey: publishableKey } });
    const [auth, tables] = await Promise.all([
      ask("/auth/v1/health"),
      ask("/rest/v1/simulations?select=id&limit=1"),
    ]);
    if (!auth.ok) return failed(`o servidor de contas responde ${auth.status}`);
    // The key is good, and what it may not see it is refused.
    return [401, 403].includes(tables.status)
      ? ok("as contas respondem; as tabelas recusam visitantes")
      : failed(`um visitante que lê as simulações recebe ${tables.status}, e não uma recusa`);
  },
};
