import type { TransactionSql } from "postgres";
import { staffRightsName } from "#contracts/stored-values.ts";
import { withDatabase } from "../with-database.ts";

/**
 * Releases (activates) a staff account and lets it release other accounts. No colleague can release the first account,
 * so this command is needed. The account's e-mail address must be confirmed, and must belong to an allowed domain when
 * a list of domains exists. The audit trail records the release, and the account's owner gets a mail. @returns whether
 * the account was changed @throws Error with a Portuguese reason when the account cannot be released
 */
export function releaseStaff(databaseUrl: string, email: string): Promise<boolean> {
  return withDatabase(databaseUrl, (sql) =>
    sql.begin((transaction) => release(transaction, email.trim().toLowerCase())),
  );
}

async function release(sql: TransactionSql, email: string): Promise<boolean> {
  // private.set_staff_status takes the same lock, so that only one change of staff accounts runs at a time.
  await sql`select pg_advisory_xact_lock(hashtextextended('staff rights', 0))`;
  const [account] = await sql`
    select staff.user_id, staff.status,
      cardinality(private.rights_of(staff.user_id)) = ${staffRightsName.length} as has_all,
      users.email_confirmed_at is not null as confirmed,
      private.is_allowed_staff_address(staff.email) as allowed
    from public.staff join auth.users on users.id = staff.user_id
    where staff.email = ${email}`;
  if (!account) {
    throw new Error(`Não há conta da equipe com ${email}: cadastre-a no site, em /admin.`);
  }
  if (!account["confirmed"]) {
    throw new Error(`${email} ainda não foi confirmado: abra o link do e-mail do cadastro.`);
  }
  if (!account["allowed"]) {
    throw new Error(`${email} não é de um domínio permitido (private.staff_settings).`);
  }
  const { user_id: id, status } = account;
  if (status === "active" && account["has_all"]) return false;
  await sql`
    update public.staff
    set status = 'active',
      status_changed_at = case when status = 'active' then status_changed_at else now() end
    where user_id = ${id}`;
  await sql`
    insert into public.staff_rights (user_id, name) select ${id}, unnest(${[...staffRightsName]}::text[])
    on conflict do nothing`;
  await sql`
    insert into public.audit_trail (action, subject_id, outcome, details)
    values ('set-staff-status', ${id}, 'done',
      jsonb_build_object('from', ${status}::text, 'to', 'active', 'by', 'terminal'))`;
  await sql`
    select private.enqueue_mail('staff-released', ${email}::text,
      jsonb_build_object('email', ${email}::text), 'staff-released:' || gen_random_uuid())`;
  return true;
}
