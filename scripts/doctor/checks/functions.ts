import { readdir } from "node:fs/promises";
import { createTransport } from "nodemailer";
import { z } from "zod";
import { failureReplySchema } from "../../../supabase/functions/_shared/contracts/reply.ts";
import { keyFingerprint } from "../../../supabase/functions/_shared/hashes.ts";
import type { ProductParts } from "../../stack/product-parts.ts";
import { failed, judge, ok, skipped, type Check } from "../check.ts";

type Supabase = NonNullable<ProductParts["supabase"]>;

const metricsSchema = z.object({
  data: z.object({
    mailWaiting: z.number(),
    mailParked: z.number(),
    documentsParked: z.number(),
    overdue: z.record(z.string(), z.number()),
    functions: z.object({
      build: z.string(),
      isCallerNamed: z.boolean(),
      keys: z.record(z.string(), z.string().nullable()),
    }),
  }),
});

/** What read-metrics tells who has METRICS_KEY; undefined without one. @throws what it answers instead */
async function readMetrics({ supabase, variables }: ProductParts, signal: AbortSignal) {
  const key = variables["METRICS_KEY"];
  if (!supabase || !key) return undefined;
  const response = await fetch(new URL("/functions/v1/read-metrics", supabase.url), {
    method: "POST",
    headers: {
      apikey: supabase.publishableKey,
      "x-metrics-key": key,
      "content-type": "application/json",
    },
    body: "{}",
    signal,
  });
  if (response.status === 401) throw new Error("as funções têm outra METRICS_KEY, ou nenhuma");
  const answer = metricsSchema.safeParse(await response.json().catch(() => undefined));
  if (!answer.success) throw new Error(`read-metrics responde ${response.status}`);
  return answer.data.data;
}

/** How the functions are set up, by their own word. @throws what read-metrics answers instead */
export async function readFunctions(settings: ProductParts, signal: AbortSignal) {
  return (await readMetrics(settings, signal))?.functions;
}

const supabaseReached: Check = {
  title: "Supabase",
  async run({ supabase }, { signal }) {
    if (!supabase) return skipped("sem SUPABASE_URL e SUPABASE_PUBLISHABLE_KEY");
    const { url, publishableKey } = supabase;
    const ask = (path: string) =>
      fetch(new URL(path, url), { headers: { apikey: publishableKey }, signal });
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

/** Who uses it is what runs without anybody: the clock's calls, and a person who restores. */
const secretKey: Check = {
  title: "Chave secreta",
  async run({ supabase }, { signal }) {
    if (!supabase?.secretKey) return skipped("sem SUPABASE_SECRET_KEY");
    const { status } = await fetch(new URL("/rest/v1/rpc/backend_metrics", supabase.url), {
      method: "POST",
      headers: { apikey: supabase.secretKey, "content-type": "application/json" },
      body: "{}",
      signal,
    });
    return status === 200
      ? ok("abre o que só ela abre")
      : failed(`SUPABASE_SECRET_KEY recebe ${status}: a do painel, em “API Keys”, é outra`);
  },
};

const settingsSchema = z.object({
  disable_signup: z.boolean(),
  mailer_autoconfirm: z.boolean(),
  external: z.object({ anonymous_users: z.boolean().optional() }).optional(),
});

/** What `supabase config push` sets, as the auth server itself tells it. */
const authRules: Check = {
  title: "Regras das contas",
  async run({ supabase }, { signal }) {
    if (!supabase) return skipped("sem SUPABASE_URL e SUPABASE_PUBLISHABLE_KEY");
    const response = await fetch(new URL("/auth/v1/settings", supabase.url), {
      headers: { apikey: supabase.publishableKey },
      signal,
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

const folder = new URL("../../../supabase/functions/", import.meta.url);
const STRANGER = "https://estranho.example";
/** A form's, which tells by a refusal of its fields that it has all it needs to run. */
const FORM = "send-simulation-email";

/** Each is there and refuses who has no key; a form's is open to the site's pages and no others. */
const functions: Check = {
  title: "Funções",
  async run({ supabase, site }, { signal }) {
    if (!supabase || !site) return skipped("sem SUPABASE_URL ou SITE_URL");
    const entries = await readdir(folder, { withFileTypes: true });
    const names = entries
      .filter((entry) => entry.isDirectory() && /^[a-z]/.test(entry.name))
      .map(({ name }) => name);
    const call = (name: string, sent: Record<string, string>) =>
      callFunction(supabase, name, sent, signal);
    const withoutKey = await Promise.all(
      names.map(async (name) => {
        const said = await call(name, {});
        return said === "401 unauthorized" ? [] : [`${name} sem chave responde ${said}`];
      }),
    );
    const apikey = supabase.publishableKey;
    const { origin } = new URL(site);
    const [fromSite, fromStranger] = await Promise.all([
      call(FORM, { apikey, origin }),
      call(FORM, { apikey, origin: STRANGER }),
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
async function callFunction(
  { url }: Supabase,
  name: string,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<string> {
  const response = await fetch(new URL(`/functions/v1/${name}`, url), {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: "{}",
    signal,
  });
  const reply = failureReplySchema.safeParse(await response.json().catch(() => undefined));
  return reply.success ? `${response.status} ${reply.data.error.code}` : `${response.status}`;
}

/** The site asks with this key when Prometheus asks it; here that is done once. */
const figures: Check = {
  title: "Números do backend",
  async run(settings, { signal }) {
    const told = await readMetrics(settings, signal);
    if (!told) return skipped("sem SUPABASE_URL ou METRICS_KEY");
    const { mailWaiting, mailParked, documentsParked } = told;
    return ok(
      `${mailWaiting} e-mails na fila, ${mailParked} parados, ${documentsParked} documentos parados`,
    );
  },
};

/** What of the work that follows a signature can be late, as private.overdue_work names it. */
const lateWork: Record<string, string> = {
  feeReminders: "taxas vencidas sem o e-mail do dia",
  termReminders: "contratos perto do término sem o e-mail do dia",
  refunds: "devoluções depois do dia",
  endings: "pedidos de encerramento há mais de um dia sem resposta",
  // Each is a promise to a landlord that is being broken.
  claims: "acionamentos atrasados (a fila de “Acionamentos”)",
};

const afterSignature: Check = {
  title: "Depois da assinatura",
  async run(settings, { signal }) {
    const told = await readMetrics(settings, signal).catch(() => undefined);
    if (!told) return skipped("sem os números do backend");
    const late = Object.entries(told.overdue).filter(([, count]) => count > 0);
    return judge(
      late.map(([work, count]) => `${count} ${lateWork[work] ?? work}`),
      "avisos, devoluções, encerramentos e acionamentos em dia",
    );
  },
};

/** Keys that the file here and the functions have to have alike, and what goes wrong otherwise. */
const shared: Record<string, string> = {
  FORWARD_KEY: "quem envia sem JavaScript conta como um só",
  ADDRESS_HASH_KEY: "a cópia guardada não é a que conta, e os limites se perdem com a outra",
};

const sharedKeys: Check = {
  title: "Chaves das funções",
  async run(settings, { signal }) {
    const told = await readFunctions(settings, signal).catch(() => undefined);
    if (!told) return skipped("sem os números do backend, que as provam");
    const faults = await Promise.all(
      Object.entries(shared).map(async ([name, harm]) => {
        const key = settings.variables[name];
        if (!key) return [];
        return told.keys[name] === (await keyFingerprint(key))
          ? []
          : [`as funções têm outra ${name}, ou nenhuma: ${harm}`];
      }),
    );
    return judge(faults.flat(), "são as que estão guardadas aqui");
  },
};

const LONGEST_STEP_MILLISECONDS = 10_000;

/** Greeting, encryption and login; no mail is sent. */
const mailServer: Check = {
  title: "E-mail",
  async run({ smtpUrl }) {
    if (!smtpUrl) return skipped("sem SMTP_URL");
    const transport = createTransport({
      url: smtpUrl,
      connectionTimeout: LONGEST_STEP_MILLISECONDS,
      greetingTimeout: LONGEST_STEP_MILLISECONDS,
      socketTimeout: LONGEST_STEP_MILLISECONDS,
    });
    try {
      await transport.verify();
      const { username, host } = new URL(smtpUrl);
      return ok(`${host} ${username ? "aceita a conta" : "atende, sem conta"}`);
    } finally {
      transport.close();
    }
  },
};

/** By which other servers tell our mail from what only says that it is ours. */
const mailNames: Check = {
  title: "DNS do e-mail",
  async run({ variables }, { resolveTxt }) {
    const domain = /@([^>\s]+)>?$/.exec(variables["MAIL_FROM"] ?? "")?.[1];
    if (!domain) return skipped("sem MAIL_FROM");
    const textsOf = async (name: string) =>
      (await resolveTxt(name).catch(noSuchName)).map((parts) => parts.join(""));
    const selector = variables["DKIM_SELECTOR"];
    const [spf, dmarc, dkim] = await Promise.all([
      textsOf(domain),
      textsOf(`_dmarc.${domain}`),
      selector ? textsOf(`${selector}._domainkey.${domain}`) : undefined,
    ]);
    const senders = spf.filter((text) => /^v=spf1(?: |$)/i.test(text));
    return judge(
      [
        ...(senders.length === 1
          ? []
          : [`${domain} tem ${senders.length} registros SPF, e não um`]),
        ...(senders.some((text) => /[+?]all\b/.test(text))
          ? ["o SPF aceita qualquer servidor"]
          : []),
        ...(dmarc.some((text) => /^v=DMARC1\s*;/i.test(text)) ? [] : [`falta _dmarc.${domain}`]),
        ...(dkim === undefined || dkim.some((text) => /\bp=[\w+/=]+/.test(text))
          ? []
          : [`falta ${selector}._domainkey.${domain}`]),
      ],
      selector ? "SPF, DKIM e DMARC" : "SPF e DMARC; o DKIM, com DKIM_SELECTOR",
    );
  },
};

/** A name without texts is one without records; whatever else goes wrong says nothing of them. */
function noSuchName(error: unknown): string[][] {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOTFOUND" || code === "ENODATA") return [];
  throw error;
}

/** What runs at Supabase beside the database, and the mail that it sends. */
export const functionChecks: readonly Check[] = [
  supabaseReached,
  secretKey,
  authRules,
  functions,
  figures,
  afterSignature,
  sharedKeys,
  mailServer,
  mailNames,
];
