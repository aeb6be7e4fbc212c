import { z } from "zod";
import { judge, skipped, type Check } from "../check.ts";

const settingsSchema = z.object({
  disable_signup: z.boolean(),
  mailer_autoconfirm: z.boolean(),
  external: z.object({ anonymous_users: z.boolean().optional() }).optional(),
});

/** What `supabase config push` sets, as the auth server itself tells it. */
export const authRules: Check = {
  title: "Regras das contas",
  async run({ supabase }) {
    if (!supabase) return skipped("sem SUPABASE_URL e SUPABASE_PUBLISHABLE_KEY");
    const response = await fetch(new URL("/auth/v1/settings", supabase.url), {
      headers: { apikey: supabase.publishableKey },
    });
    const settings = settingsSchema.safeParse(await response.json().catch(() => undefined));
    if (!settings.success) return skipped("este servidor de contas não as conta");
    const { disable_signup, mailer_autoconfirm, external } = settings.data;
    return judge(
      [
        ...(disable_signup ? [] : ["o cadastro direto está aberto (enable_signup)"]),
        ...(mailer_autoconfirm ? ["contas se confirmam sozinhas (enable_confirmations)"] : []),
        ...(external?.anonymous_users ? ["há contas anônimas (enable_anonymous_sign_ins)"] : []),
      ],
      "cadastro direto fechado, endereços se confirmam",
    );
  },
};
