import { randomUUID } from "node:crypto";
import type { Sql } from "postgres";
import { z } from "zod";
import { authError, type Shim } from "./shim.ts";

const accountSchema = z.object({
  email: z.email().transform((email) => email.toLowerCase()),
  password: z.string().min(6).max(72).optional(),
  email_confirm: z.boolean().optional(),
  app_metadata: z.record(z.string(), z.json()).optional(),
  user_metadata: z.record(z.string(), z.json()).optional(),
});
const changesSchema = accountSchema.partial();

type AdminOptions = {
  database: Sql;
  secretKey: string;
  passwordCost: number;
  minimumPasswordLength: number;
};

/** Implements /auth/v1/admin. Requires the secret key for /auth/v1/admin and for /auth/v1/invite. */
export function adminUsers(options: AdminOptions): Shim {
  const { database, secretKey, passwordCost, minimumPasswordLength } = options;
  return async (request, next) => {
    const { pathname, searchParams } = new URL(request.url);
    const [, path] = /^\/auth\/v1\/(admin\/.+?|invite)\/?$/.exec(pathname) ?? [];
    if (path === undefined || request.method === "OPTIONS") return next(request);
    if (request.headers.get("apikey") !== secretKey) {
      return authError(403, "not_admin", "User not allowed");
    }
    const [, id] = /^admin\/users\/([0-9a-f-]{36})$/.exec(path) ?? [];
    const call = `${request.method} ${id === undefined ? path : "admin/users/:id"}`;
    switch (call) {
      case "POST admin/users":
        return withBody(request, accountSchema, createUser);
      case "GET admin/users":
        return listUsers(
          Number(searchParams.get("page") || 1),
          Number(searchParams.get("per_page") || 50),
        );
      case "GET admin/users/:id":
        return answerUser(id);
      case "PUT admin/users/:id":
        return withBody(request, changesSchema, (changes) => updateUser(id, changes));
      case "DELETE admin/users/:id":
        await database`delete from auth.users where id = ${id ?? null}`;
        return Response.json({});
      default:
        return authError(501, "not_implemented", `The local auth server does not know ${call}`);
    }
  };

  async function createUser(account: z.output<typeof accountSchema>) {
    const { email, password, email_confirm, app_metadata = {}, user_metadata = {} } = account;
    const id = randomUUID();
    const isNew = await database.begin(async (sql) => {
      // The lock makes two simultaneous calls for one e-mail address take turns, so that the second
      // call sees the account of the first.
      await sql`select pg_advisory_xact_lock(hashtextextended(${`account of ${email}`}, 0))`;
      const [taken] = await sql`select from auth.users where email = ${email}`;
      if (taken) return false;
      await sql`
        insert into auth.users (
          id, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data
        ) values (
          ${id}, ${email}, extensions.crypt(${password ?? randomUUID()}, extensions.gen_salt('bf', ${passwordCost})),
          ${email_confirm ? new Date() : null},
          ${sql.json({ provider: "email", providers: ["email"], ...app_metadata })},
          ${sql.json(user_metadata)}
        )`;
      await sql`
        insert into auth.identities (id, provider, provider_id, user_id, identity_data)
        values (${randomUUID()}, 'email', ${id}, ${id}, ${sql.json({ sub: id, email })})`;
      return true;
    });
    if (!isNew) return authError(422, "email_exists", "Email address already registered");
    return answerUser(id);
  }

  async function updateUser(id: string | undefined, changes: z.output<typeof changesSchema>) {
    const { email, password, email_confirm = false, app_metadata, user_metadata } = changes;
    // The hosted server checks the length of a changed password, too.
    if (password !== undefined && password.length < minimumPasswordLength) {
      const msg = `Password should be at least ${minimumPasswordLength} characters.`;
      return authError(422, "weak_password", msg);
    }
    await database`
      update auth.users set
        email = coalesce(${email ?? null}, email),
        email_confirmed_at = case when ${email_confirm} then coalesce(email_confirmed_at, now())
          else email_confirmed_at end,
        encrypted_password = coalesce(
          extensions.crypt(${password ?? null}, extensions.gen_salt('bf', ${passwordCost})), encrypted_password
        ),
        raw_app_meta_data = raw_app_meta_data || ${database.json(app_metadata ?? {})},
        raw_user_meta_data = raw_user_meta_data || ${database.json(user_metadata ?? {})},
        updated_at = now()
      where id = ${id ?? null}`;
    // A new password ends every session of the account, as on the hosted server.
    if (password !== undefined) {
      await database`delete from auth.sessions where user_id = ${id ?? null}`;
    }
    return answerUser(id);
  }

  async function listUsers(page: number, perPage: number) {
    const users = await database`
      select ${publicColumns(database)} from auth.users
      order by created_at, id limit ${perPage} offset ${(page - 1) * perPage}`;
    return Response.json({ users, aud: "authenticated" });
  }

  async function answerUser(id: string | undefined) {
    const [user] = await database`
      select ${publicColumns(database)} from auth.users where id = ${id ?? null}`;
    return user ? Response.json(user) : authError(404, "user_not_found", "User not found");
  }
}

function publicColumns(sql: Sql) {
  return sql`
    id, aud, role, email, phone, email_confirmed_at, confirmed_at, last_sign_in_at,
    raw_app_meta_data as app_metadata, raw_user_meta_data as user_metadata, created_at, updated_at`;
}

async function withBody<T>(
  request: Request,
  schema: z.ZodType<T>,
  answer: (body: T) => Promise<Response>,
): Promise<Response> {
  const body = schema.safeParse(await request.json().catch(() => null));
  if (!body.success) return authError(422, "validation_failed", z.prettifyError(body.error));
  return answer(body.data);
}
