import { mayPrint } from "../support/runner/printed-problems.ts";
import { type LiveStack, visitor } from "./live-stack.ts";

/** Fault of a site that is otherwise ready to go live. */
export interface Broken {
  what: string;
  /** Patterns of the lines that the doctor must report as failing. No other line may fail. */
  failing: RegExp[];
  changes?: Record<string, string | undefined>;
  /** DNS TXT records by host name. Each one replaces the correct record, and null removes the correct record. */
  names?: Record<string, string | null>;
  /** Causes the fault in the stack. Returns a function that undoes the fault. */
  breakIt?: (stack: LiveStack) => Promise<() => unknown> | (() => unknown);
}

export const brokenSetups: readonly Broken[] = [
  {
    what: "a key that is too short and a variable that is missing",
    changes: { FORWARD_KEY: "curta", STAFF_INBOX: undefined },
    failing: [/^✗ Variáveis: .*FORWARD_KEY.*STAFF_INBOX/, /^✗ Chaves das funções: /],
  },
  {
    what: "a site on plain http, and mail on a port that functions cannot reach",
    changes: { STUDIO_URL: undefined, SMTP_URL: "smtp://localhost:587" },
    failing: [/^✗ Variáveis: .*STUDIO_URL.*587/, /^✗ E-mail: /],
  },
  {
    what: "a site address that leads to another site",
    breakIt: ({ siteProxy }) => altered(siteProxy, /^\/$/, () => new Response("Em breve")),
    failing: [/^✗ Site: .*não mostra o site/, /^✗ Cabeçalhos de segurança: /],
  },
  {
    what: "a proxy that removes headers",
    breakIt: ({ siteProxy }) =>
      altered(siteProxy, /^\/$/, (answer) => without(answer, "content-security-policy")),
    failing: [/^✗ Cabeçalhos de segurança: content-security-policy falta/],
  },
  {
    what: "a studio whose origin the content API refuses",
    changes: { STUDIO_URL: "http://127.0.0.1:9" },
    failing: [/^✗ Estúdio: .*(?:ECONNREFUSED|bad port)/, /^✗ CORS do conteúdo: .*127\.0\.0\.1:9/],
  },
  {
    what: "an unreachable content API",
    changes: { SANITY_API_HOST: "http://127.0.0.1:1" },
    failing: [
      /^✗ Conteúdo: /,
      /^✗ Textos publicados: /,
      /^✗ CORS do conteúdo: /,
      /^✗ Rascunhos no estúdio: /,
      /^✗ Esquema do conteúdo: /,
      /^✗ Migrações do conteúdo: /,
      /^✗ Valores provisórios: /,
    ],
  },
  {
    what: "a document of an unknown type",
    async breakIt({ lake }) {
      await lake.editor.create({ _id: "strange", _type: "campaign" });
      return () => lake.editor.delete("strange");
    },
    failing: [/^✗ Esquema do conteúdo: .*campaign/],
  },
  {
    what: "a missing migration of the content",
    async breakIt({ lake }) {
      const applied = await lake.editor.fetch("*[_id == 'content.migrations'][0].applied");
      const record = () => lake.editor.patch("content.migrations");
      await record().unset(['applied[_key=="2026-11-22-write-to-us"]']).commit();
      return () => record().set({ applied }).commit();
    },
    failing: [/^✗ Migrações do conteúdo: falta 2026-11-22-write-to-us/],
  },
  {
    what: "a leftover placeholder",
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
    what: "a function that was not deployed",
    breakIt: ({ supabaseProxy }) =>
      altered(supabaseProxy, /verify-letter$/, () => new Response("{}", { status: 404 })),
    failing: [/^✗ Funções: verify-letter sem chave responde 404$/],
  },
  {
    what: "functions with another metrics key",
    changes: { METRICS_KEY: "outra".repeat(8) },
    failing: [/^✗ Números do backend: as funções têm outra METRICS_KEY/],
  },
  {
    what: "a site without readable metrics",
    changes: { METRICS_KEY: undefined },
    failing: [/^✗ Variáveis: faltam METRICS_KEY/],
  },
  {
    what: "functions that allow another origin instead of ours",
    changes: { SITE_URL: "http://localhost:9" },
    failing: [
      /^✗ Site: /,
      /^✗ Cabeçalhos de segurança: /,
      /^✗ Versão: /,
      /^✗ Endereço do visitante: /,
      /^✗ Relógios: /,
      /^✗ Funções: .*403 forbidden/,
    ],
  },
  {
    what: "tables that answer visitors",
    breakIt: ({ supabaseProxy }) => altered(supabaseProxy, /simulations/, () => Response.json([])),
    failing: [/^✗ Supabase: .*recebe 200/],
  },
  {
    what: "an auth server with open sign-up",
    breakIt: ({ supabaseProxy }) =>
      altered(supabaseProxy, /auth\/v1\/settings/, () =>
        Response.json({ disable_signup: false, mailer_autoconfirm: true }),
      ),
    failing: [/^✗ Regras das contas: .*enable_signup.*enable_confirmations/],
  },
  {
    what: "unpublished texts",
    async breakIt({ lake }) {
      const kept = await lake.editor.fetch("*[_id in ['termsPage', 'contactPage', 'mailTexts']]");
      for (const { _id } of kept) await lake.editor.delete(_id);
      return async () => {
        for (const document of kept) await lake.editor.createOrReplace(document);
      };
    },
    failing: [/^✗ Textos publicados: não está publicado: mailTexts, contactPage, termsPage$/],
  },
  {
    what: "terms without a stored version",
    async breakIt({ lake }) {
      const kept = await lake.editor.fetch("*[_type == 'legalVersion']");
      for (const { _id } of kept) await lake.editor.delete(_id);
      return async () => {
        for (const document of kept) await lake.editor.createOrReplace(document);
      };
    },
    failing: [
      /^✗ Textos publicados: nenhuma versão dos termos/,
      /^✗ Migrações do conteúdo: falta keep-missing-versions/,
    ],
  },
  {
    what: "a secret key of another project",
    changes: { SUPABASE_SECRET_KEY: "sb_secret_de_outro_projeto" },
    failing: [/^✗ Chave secreta: SUPABASE_SECRET_KEY recebe 401/],
  },
  {
    what: "functions that allow foreign origins",
    breakIt: ({ supabaseProxy }) =>
      altered(supabaseProxy, /send-simulation-email$/, (answer) => {
        const error = { code: "invalid_fields", message: "" };
        return answer.status === 403
          ? Response.json({ ok: false, error }, { status: 422 })
          : answer;
      }),
    failing: [/^✗ Funções: send-simulation-email aceita páginas de outra origem$/],
  },
  {
    what: "an auth server with unexpected answers",
    breakIt: ({ supabaseProxy }) =>
      altered(
        supabaseProxy,
        /auth\/v1\/health/,
        ({ headers }) =>
          new Response("", { headers: { date: headers.get("date") ?? "" }, status: 500 }),
      ),
    failing: [/^✗ Supabase: o servidor de contas responde 500$/],
  },
  {
    what: "accounts without a name",
    breakIt: ({ supabaseProxy }) =>
      altered(supabaseProxy, /auth\/v1\/settings/, () =>
        Response.json({
          disable_signup: true,
          mailer_autoconfirm: false,
          external: { anonymous_users: true },
        }),
      ),
    failing: [/^✗ Regras das contas: há contas anônimas/],
  },
  {
    what: "an unpublished home page",
    async breakIt({ lake }) {
      // The site logs that the document is missing and continues to show the former home page.
      mayPrint(/"event":"document-missing","document":"homePage"/);
      const kept = await lake.editor.fetch("*[_id == 'homePage']");
      await lake.editor.delete("homePage");
      return () => lake.editor.createOrReplace(kept[0]);
    },
    failing: [
      /^✗ Conteúdo: página inicial ou configurações não estão publicadas/,
      /^✗ Textos publicados: não está publicado: homePage$/,
    ],
  },
  {
    what: "a site without the setting of the visitor's header",
    breakIt: ({ siteProxy }) =>
      altered(siteProxy, /^\/saude$/, (answer) => {
        const headers = new Headers(answer.headers);
        headers.set("x-client-address", "connection");
        return new Response(answer.body, { headers, status: answer.status });
      }),
    failing: [/^✗ Endereço do visitante: o site não tem CLIENT_ADDRESS_HEADER/],
  },
  {
    what: "a server that reveals its software, and a content policy that blocks Supabase",
    breakIt: ({ siteProxy, supabase, supabaseProxy }) =>
      altered(siteProxy, /^\/$/, (answer) => {
        const headers = new Headers(answer.headers);
        const policy = headers.get("content-security-policy") ?? "";
        headers.set("content-security-policy", policy.replaceAll(supabaseProxy.url, supabase.url));
        headers.set("x-powered-by", "Express");
        return new Response(answer.body, { headers, status: answer.status });
      }),
    failing: [/^✗ Cabeçalhos de segurança: a política não deixa chamar .*; x-powered-by/],
  },
  {
    what: "mail that any server may send in our name",
    names: { "payser.com.br": "v=spf1 +all" },
    failing: [/^✗ DNS do e-mail: o SPF aceita qualquer servidor$/],
  },
  {
    what: "an unknown preview token",
    changes: { SANITY_PREVIEW_TOKEN: "vencido-ha-muito-tempo" },
    failing: [/^✗ Rascunhos no estúdio: /],
  },
  {
    what: "a preview token that may write",
    breakIt: ({ lake, variables }) => {
      const before = variables["SANITY_PREVIEW_TOKEN"];
      variables["SANITY_PREVIEW_TOKEN"] = String(lake.editor.config().token);
      return () => void (variables["SANITY_PREVIEW_TOKEN"] = String(before));
    },
    failing: [/^✗ Rascunhos no estúdio: SANITY_PREVIEW_TOKEN pode escrever/],
  },
  {
    what: "keys that differ from those of the functions",
    changes: { FORWARD_KEY: "outra".repeat(8), ADDRESS_HASH_KEY: "diferente".repeat(4) },
    failing: [/^✗ Chaves das funções: .*outra FORWARD_KEY.*outra ADDRESS_HASH_KEY/],
  },
  {
    what: "a disk that is nearly full",
    breakIt: ({ supabaseProxy }) =>
      altered(
        supabaseProxy,
        /customer\/v1\/privileged\/metrics/,
        () =>
          new Response(
            [
              'node_filesystem_avail_bytes{device="/dev/nvme1n1",mountpoint="/data"} 1.6e+09',
              'node_filesystem_size_bytes{device="/dev/nvme1n1",mountpoint="/data"} 8e+09',
            ].join("\n"),
          ),
      ),
    failing: [/^✗ Espaço e conexões: 80 % do disco em uso/],
  },
  {
    what: "a mail domain without DNS texts",
    names: {
      "payser.com.br": "google-site-verification=x",
      "_dmarc.payser.com.br": null,
      "payser._domainkey.payser.com.br": "v=DKIM1; p=",
    },
    failing: [
      /^✗ DNS do e-mail: payser\.com\.br tem 0 registros SPF.*falta _dmarc\.payser\.com\.br; falta payser\._domainkey/,
    ],
  },
  {
    what: "parts of different releases",
    breakIt: ({ siteProxy }) =>
      altered(siteProxy, /^\/saude$/, (answer) => {
        const headers = new Headers(answer.headers);
        headers.set("x-build", "v1.2.3");
        return new Response(answer.body, { headers, status: answer.status });
      }),
    failing: [
      /^✗ Versão: .*o site v1\.2\.3, o estúdio desenvolvimento, as funções desenvolvimento/,
    ],
  },
  {
    what: "a proxy that does not name the visitor",
    breakIt: ({ siteProxy }) => {
      siteProxy.add({});
      return () => siteProxy.add(visitor);
    },
    failing: [/^✗ Endereço do visitante: o cabeçalho x-real-ip não chega ao site/],
  },
  {
    what: "functions that do not get the caller's address",
    breakIt: ({ supabaseProxy }) =>
      altered(supabaseProxy, /read-metrics/, async (answer) => {
        const told = await answer.text();
        return new Response(told.replace('"isCallerNamed":true', '"isCallerNamed":false'), answer);
      }),
    failing: [/^✗ Endereço do visitante: as funções não recebem quem chama/],
  },
  {
    what: "a content API that allows credentials for every origin",
    breakIt: ({ contentProxy }) =>
      altered(contentProxy, /users\/me/, ({ headers, status }) => {
        const given = new Headers(headers);
        // Imitates a hosted project whose list of allowed origins contains an asterisk.
        if (!given.has("access-control-allow-credentials")) {
          given.set("access-control-allow-origin", "https://estranho.example");
          given.set("access-control-allow-credentials", "true");
        }
        return new Response(null, { headers: given, status });
      }),
    failing: [/^✗ CORS do conteúdo: qualquer origem entra com credenciais$/],
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
  change: (answer: Response) => Response | Promise<Response>,
): () => void {
  proxy.alter((asked, answer) => (path.test(asked) ? change(answer) : undefined));
  return () => proxy.alter(undefined);
}

function without(answer: Response, name: string): Response {
  const headers = new Headers(answer.headers);
  headers.delete(name);
  return new Response(answer.body, { headers, status: answer.status });
}
