import { askDatabase } from "../ask-database.ts";
import { failed, ok, skipped, type Check } from "../check.ts";

/** Numbers alone: who it is stands in the staff area. */
export const staffFactors: Check = {
  title: "Equipe e segundo fator",
  async run({ databaseUrl }) {
    if (!databaseUrl) return skipped("sem SUPABASE_DB_URL");
    const [row] = await askDatabase(
      databaseUrl,
      (sql) => sql`
        select count(*)::integer as active,
          count(*) filter (where can_release)::integer as releasing,
          count(*) filter (where not exists (
            select from auth.mfa_factors as factor
            where factor.user_id = staff.user_id and factor.status = 'verified'
          ))::integer as without,
          (select require_second_factor from private.staff_settings) as required
        from public.staff where status = 'active'`,
    );
    const [active, without] = [Number(row?.["active"]), Number(row?.["without"])];
    if (Number(row?.["releasing"]) === 0) {
      return failed("ninguém pode liberar contas (npm run staff:release -- <e-mail>)");
    }
    if (row?.["required"])
      return ok(`exigido de todos; ${without} de ${active} ainda vão ativá-lo`);
    return without === 0
      ? ok(`${active} de ${active} contas o têm`)
      : failed(`${without} de ${active} contas ativas não o têm, e ele não é exigido`);
  },
};
