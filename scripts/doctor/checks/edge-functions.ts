import { readdir } from "node:fs/promises";
import { failureReplySchema } from "../../../supabase/functions/_shared/contracts/reply.ts";
import { judge, skipped, type Check } from "../check.ts";
import type { ProductParts } from "../../product-parts.ts";

const folder = new URL("../../../supabase/functions/", import.meta.url);
const STRANGER = "https://estranho.example";
/** A form's, which tells by a refusal of its fields that it has all it needs to run. */
const FORM = "send-simulation-email";

/** Each is there and refuses who has no key; a form's is open to the site's pages and no others. */
export const edgeFunctions: Check = {
  title: "Funções",
  async run({ supabase, site }) {
    if (!supabase || !site) return skipped("sem SUPABASE_URL ou SITE_URL");
    const entries = await readdir(folder, { withFileTypes: true });
    const names = entries
      .filter((entry) => entry.isDirectory() && /^[a-z]/.test(entry.name))
      .map(({ name }) => name);
    const withoutKey = await Promise.all(
      names.map(async (name) => {
        const said = await call(supabase, name, {});
        return said === "401 unauthorized" ? [] : [`${name} sem chave responde ${said}`];
      }),
    );
    const apikey = supabase.publishableKey;
    const { origin } = new URL(site);
    const [fromSite, fromStranger] = await Promise.all([
      call(supabase, FORM, { apikey, origin }),
      call(supabase, FORM, { apikey, origin: STRANGER }),
    ]);
    return judge(
      [
        ...withoutKey.flat(),
        ...(fromSite === "422 invalid_fields"
          ? []
          : [`${FORM} recebe do site e responde ${fromSite}`]),
        ...(fromStranger === "403 forbidden" ? [] : [`${FORM} aceita páginas de outra origem`]),
      ],
      `${names.length} respondem e recusam`,
    );
  },
};

/** Status and code of the answer to a call with nothing in it. */
async function call(
  { url }: NonNullable<ProductParts["supabase"]>,
  name: string,
  headers: Record<string, string>,
): Promise<string> {
  const response = await fetch(new URL(`/functions/v1/${name}`, url), {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: "{}",
  });
  const reply = failureReplySchema.safeParse(await response.json().catch(() => undefined));
  return reply.success ? `${response.status} ${reply.data.error.code}` : `${response.status}`;
}
