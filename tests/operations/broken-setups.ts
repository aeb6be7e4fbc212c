import { imitateSchedule } from "./imitate-schedule.ts";
import type { LiveStack } from "./live-stack.ts";

/** One thing that is wrong with a site that is ready to go live. */
interface Broken {
  what: string;
  /** The lines that fail, and no others. */
  failing: RegExp[];
  changes?: Record<string, string | undefined>;
  /** Breaks it; gives what mends it. */
  breakIt?: (stack: LiveStack) => Promise<() => unknown> | (() => unknown);
}

export const brokenSetups: readonly Broken[] = [
  {
    what: "a key that is too short and a variable that is missing",
    changes: { FORWARD_KEY: "curta", STAFF_INBOX: undefined },
    failing: [/^✗ Variáveis: .*FORWARD_KEY.*STAFF_INBOX/],
  },
  {
    what: "a site on plain http, and mail on a port that functions cannot reach",
    changes: { STUDIO_URL: undefined, SMTP_URL: "smtp://localhost:587" },
    failing: [/^✗ Variáveis: .*STUDIO_URL.*587/, /^✗ E-mail: /],
  },
  {
    what: "another site than its own address",
    breakIt: ({ siteProxy }) => altered(siteProxy, /^\/$/, () => new Response("Em breve")),
    failing: [/^✗ Site: .*não mostra o site/, /^✗ Cabeçalhos de segurança: /],
  },
  {
    what: "headers that a proxy takes away",
    breakIt: ({ siteProxy }) =>
      altered(siteProxy, /^\/$/, (answer) => without(answer, "content-security-policy")),
    failing: [/^✗ Cabeçalhos de segurança: content-security-policy falta/],
  },
  {
    what: "a studio that the content does not let in",
    changes: { STUDIO_URL: "http://127.0.0.1:9" },
    failing: [/^✗ Estúdio: .*(?:ECONNREFUSED|bad port)/, /^✗ CORS do conteúdo: .*127\.0\.0\.1:9/],
  },
  {
    what: "content that cannot be reached",
    changes: { SANITY_API_HOST: "http://127.0.0.1:1" },
    failing: [
      /^✗ Conteúdo: /,
      /^✗ CORS do conteúdo: /,
      /^✗ Esquema do conteúdo: /,
      /^✗ Migrações do conteúdo: /,
      /^✗ Valores provisórios: /,
    ],
  },
  {
    what: "a document of a type that this release does not know",
    async breakIt({ lake }) {
      await lake.editor.create({ _id: "strange", _type: "campaign" });
      return () => lake.editor.delete("strange");
    },
    failing: [/^✗ Esquema do conteúdo: .*campaign/],
  },
  {
    what: "a migration of the content that was not applied",
    async breakIt({ lake }) {
      const applied = await lake.editor.fetch("*[_id == 'content.migrations'][0].applied");
      const record = () => lake.editor.patch("content.migrations");
      await record().unset(['applied[_key=="2026-11-22-write-to-us"]']).commit();
      return () => record().set({ applied }).commit();
    },
    failing: [/^✗ Migrações do conteúdo: falta 2026-11-22-write-to-us/],
  },
  {
    what: "a placeholder that is left",
    async breakIt({ lake }) {
      await lake.editor.create({
        _id: "drafts.left",
        _type: "faqItem",
        question: "00.000.000/0000-00",
      });
      return () => lake.editor.delete("drafts.left");
    },
    failing: [/^✗ Valores provisórios: 1 a trocar/],
  },
  {
    what: "a migration of the database that was not applied, and one from elsewhere",
    async breakIt({ sql }) {
      const versions = sql`supabase_migrations.schema_migrations`;
      await sql`update ${versions} set version = '20991231000000' where version = '20261124000000'`;
      return () =>
        sql`update ${versions} set version = '20261124000000' where version = '20991231000000'`.execute();
    },
    failing: [/^✗ Migrações do banco: falta 20261124000000_baseline.*20991231000000/],
  },
  {
    what: "a table that visitors may read",
    async breakIt({ sql }) {
      await sql`grant select (full_name) on public.simulations to anon`;
      return () => sql`revoke select (full_name) on public.simulations from anon`.execute();
    },
    failing: [/^✗ Permissões do banco: visitantes alcançam simulations/],
  },
  {
    what: "a table without row-level security, and a public bucket",
    async breakIt({ sql }) {
      await sql`alter table public.contracts disable row level security`;
      await sql`update storage.buckets set public = true where id = 'offer-documents'`;
      return async () => {
        await sql`alter table public.contracts enable row level security`;
        await sql`update storage.buckets set public = false`;
      };
    },
    failing: [/^✗ Permissões do banco: .*linha em contracts; é público o depósito offer-documents/],
  },
  {
    what: "a database that refuses the password",
    changes: { SUPABASE_DB_URL: "postgresql://postgres:errada-mesmo@127.0.0.1:1/postgres" },
    failing: [
      /^✗ Migrações do banco: /,
      /^✗ Permissões do banco: /,
      /^✗ Agendamento: /,
      /^✗ Equipe e segundo fator: /,
    ],
  },
  {
    what: "a function that was not deployed",
    breakIt: ({ supabaseProxy }) =>
      altered(supabaseProxy, /verify-letter$/, () => new Response("{}", { status: 404 })),
    failing: [/^✗ Funções: verify-letter sem chave responde 404$/],
  },
  {
    what: "functions that were given another key for their figures",
    changes: { METRICS_KEY: "outra".repeat(8) },
    failing: [/^✗ Números do backend: as funções têm outra METRICS_KEY/],
  },
  {
    what: "a site that nobody can watch",
    changes: { METRICS_KEY: undefined },
    failing: [/^✗ Variáveis: faltam METRICS_KEY/],
  },
  {
    what: "functions that let other pages in, and not ours",
    changes: { SITE_URL: "http://localhost:9" },
    failing: [
      /^✗ Site: /,
      /^✗ Cabeçalhos de segurança: /,
      /^✗ Funções: .*403 forbidden/,
      /^✗ Relógios: /,
    ],
  },
  {
    what: "tables that answer visitors",
    breakIt: ({ supabaseProxy }) => altered(supabaseProxy, /simulations/, () => Response.json([])),
    failing: [/^✗ Supabase: .*recebe 200/],
  },
  {
    what: "an auth server that anybody may sign up at",
    breakIt: ({ supabaseProxy }) =>
      altered(supabaseProxy, /auth\/v1\/settings/, () =>
        Response.json({ disable_signup: false, mailer_autoconfirm: true }),
      ),
    failing: [/^✗ Regras das contas: .*enable_signup.*enable_confirmations/],
  },
  {
    what: "mail that waits for a clock that stands",
    async breakIt({ sql }) {
      await sql`
        insert into public.outgoing_mail (template, recipient, idempotency_key, next_attempt_at)
        values ('staff-released', 'a@b.co', 'late', now() - interval '1 hour')`;
      return () => sql`delete from public.outgoing_mail where idempotency_key = 'late'`.execute();
    },
    failing: [/^✗ Agendamento: 1 e-mails vencidos/],
  },
  {
    what: "a schedule that ran an hour ago, in vain, without its secrets",
    breakIt: ({ sql }) => imitateSchedule(sql, "1 hour", "failed", 401),
    failing: [
      /^✗ Agendamento: deliver-mail parado .*execução de deliver-mail falhou.*teve 401; falta project_url no vault; falta deliver_mail_key no vault$/,
    ],
  },
  {
    what: "a schedule that a restore left switched off",
    async breakIt({ sql }) {
      const mend = await imitateSchedule(sql, "20 seconds", "succeeded", 200);
      await sql`update cron.job set active = false`;
      await sql`insert into vault.secrets values ('project_url'), ('deliver_mail_key')`;
      return mend;
    },
    failing: [/^✗ Agendamento: desligados, como fica depois de restaurar: deliver-mail \(/],
  },
  {
    what: "accounts without a second factor that nobody asks of them",
    async breakIt({ sql }) {
      await sql`update private.staff_settings set require_second_factor = false`;
      return () => sql`update private.staff_settings set require_second_factor = true`.execute();
    },
    failing: [/^✗ Equipe e segundo fator: \d de \d contas ativas não o têm/],
  },
  {
    what: "nobody who can release accounts",
    async breakIt({ sql }) {
      await sql`update public.staff set can_release = false where status = 'active'`;
      return () =>
        sql`update public.staff set can_release = true where status = 'active'`.execute();
    },
    failing: [/^✗ Equipe e segundo fator: ninguém pode liberar/],
  },
  {
    what: "a clock that is wrong",
    breakIt: ({ supabaseProxy }) =>
      altered(supabaseProxy, /auth\/v1\/health/, (answer) => {
        const headers = new Headers(answer.headers);
        headers.set("date", new Date(Date.now() - 120_000).toUTCString());
        return new Response(answer.body, { headers, status: answer.status });
      }),
    failing: [/^✗ Relógios: o Supabase difere -1(?:19|20|21) s/],
  },
];

function altered(
  proxy: LiveStack["siteProxy"],
  path: RegExp,
  change: (answer: Response) => Response,
): () => void {
  proxy.alter((asked, answer) => (path.test(asked) ? change(answer) : undefined));
  return () => proxy.alter(undefined);
}

function without(answer: Response, name: string): Response {
  const headers = new Headers(answer.headers);
  headers.delete(name);
  return new Response(answer.body, { headers, status: answer.status });
}
