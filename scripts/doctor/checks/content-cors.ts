import { contentClientOf } from "../content-client-of.ts";
import { judge, skipped, type Check } from "../check.ts";

const STRANGER = "https://estranho.example";

/** The studio calls with its user's session; no other page may. */
export const contentCors: Check = {
  title: "CORS do conteúdo",
  async run({ content, studio }) {
    if (!content || !studio) return skipped("sem o conteúdo ou STUDIO_URL");
    const address = contentClientOf(content).getUrl("/users/me");
    async function mayCall(origin: string): Promise<boolean> {
      const { headers } = await fetch(address, {
        method: "OPTIONS",
        headers: { origin, "access-control-request-method": "GET" },
      });
      return (
        headers.get("access-control-allow-origin") === origin &&
        headers.get("access-control-allow-credentials") === "true"
      );
    }
    const origin = new URL(studio).origin;
    const [ours, strangers] = await Promise.all([mayCall(origin), mayCall(STRANGER)]);
    return judge(
      [
        ...(ours ? [] : [`${origin} não está entre as origens com credenciais`]),
        ...(strangers ? ["qualquer origem entra com credenciais"] : []),
      ],
      `só ${origin} entra com credenciais`,
    );
  },
};
