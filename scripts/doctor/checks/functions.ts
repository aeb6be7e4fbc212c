import { readdir } from "node:fs/promises";
import { createTransport } from "nodemailer";
import { z } from "zod";
import { failureReplySchema } from "#contracts/reply.ts";
import { keyFingerprint } from "../../../supabase/functions/_shared/hashes.ts";
import type { ProductParts } from "../../stack/product-parts.ts";
import { failed, judge, ok, skipped, type Check, check } from "../check.ts";

type Supabase = NonNullable<ProductParts["supabase"]>;

const metricsSchema = z.object({
  data: z.object({
    mailWaiting: z.number(),
    mailParked: z.number(),
    mailRefused: z.number(),
    documentsParked: z.number(),
    overdue: z.record(z.string(), z.number()),
    functions: z.object({
      build: z.string(),
      isCallerNamed: z.boolean(),
      keys: z.record(z.string(), z.string().nullable()),
    }),
  }),
});

/** Returns the metrics of read-metrics; undefined without METRICS_KEY. @throws the HTTP status of a refusal */
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

/** Returns the edge functions' report about their settings. @throws the HTTP status when read-metrics refuses */
export async function readFunctions(settings: ProductParts, signal: AbortSignal) {
  return (await readMetrics(settings, signal))?.functions;
}

const supabaseReached = check("Supabase", async ({ supabase }, { signal }) => {
  if (!supabase) return skipped("sem SUPABASE_URL e SUPABASE_PUBLISHABLE_KEY");
  const { url, publishableKey } = supabase;
  const ask = (path: string) =>
    fetch(new URL(path, url), { headers: { apikey: publishableKey }, signal });
  const [auth, tables] = await Promise.all([
    ask("/auth/v1/health"),
    ask("/rest/v1/simulations?select=id&limit=1"),
  ]);
  if (!auth.ok) return failed(`o servidor de contas responde ${auth.status}`);
  // The key is valid, because the auth server has accepted it. So 401 or 403 means that visitors may not read the
  // table.
  return [401, 403].includes(tables.status)
    ? ok("as contas respondem; as tabelas recusam visitantes")
    : failed(`um visitante que lê as simulações recebe ${tables.status}, e não uma recusa`);
});

/** Checks the secret key, which scheduled calls and restores use. */
const secretKey = check("Chave secreta", async ({ supabase }, { signal }) => {
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
});

const settingsSchema = z.object({
  disable_signup: z.boolean(),
  mailer_autoconfirm: z.boolean(),
  external: z.object({ anonymous_users: z.boolean().optional() }).optional(),
});

/** Checks the settings of the auth server that `supabase config push` sets. */
const authRules = check("Regras das contas", async ({ supabase }, { signal }) => {
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
      !disable_signup && "o cadastro direto está aberto (enable_signup)",
      mailer_autoconfirm && "contas se confirmam sozinhas (enable_confirmations)",
      external?.anonymous_users && "há contas anônimas (enable_anonymous_sign_ins)",
    ],
    "cadastro direto fechado, endereços se confirmam",
  );
});

const folder = new URL("../../../supabase/functions/", import.meta.url);
const STRANGER = "https://estranho.example";
/**
 * Function that receives the simulation form. It reports empty fields (422) only when none of its settings is missing.
 */
const FORM = "send-simulation-email";

/**
 * Checks that functions exist and refuse calls without a key, and that form functions accept only the site's origin.
 */
const functions = check("Funções", async ({ supabase, site }, { signal }) => {
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
      return said !== "401 unauthorized" && `${name} sem chave responde ${said}`;
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
      ...withoutKey,
      fromSite !== "422 invalid_fields" && `${FORM} recebe do site e responde ${fromSite}`,
      fromStranger !== "403 forbidden" && `${FORM} aceita páginas de outra origem`,
    ],
    `${names.length} respondem e recusam`,
  );
});

/** Returns the HTTP status and the error code of the reply to a call without fields. */
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

/** Reads the backend's metrics with the key that the site's server also uses. */
const figures = check("Números do backend", async (settings, { signal }) => {
  const metrics = await readMetrics(settings, signal);
  if (!metrics) return skipped("sem SUPABASE_URL ou METRICS_KEY");
  const { mailWaiting, mailParked, mailRefused, documentsParked } = metrics;
  return ok(
    `${mailWaiting} e-mails na fila, ${mailParked} parados, ${mailRefused} com endereço recusado, ${documentsParked} documentos parados`,
  );
});

/**
 * Portuguese text for each kind of overdue work on signed contracts. Keys are the names that private.overdue_work
 * returns.
 */
const lateWork: Record<string, string> = {
  feeReminders: "taxas vencidas sem o e-mail do dia",
  termReminders: "contratos perto do término sem o e-mail do dia",
  refunds: "devoluções depois do dia",
  endings: "pedidos de encerramento há mais de um dia sem resposta",
  addresses: "e-mails de locadores há mais de um dia à espera de conferência",
  claimDecisions: "acionamentos sem decisão depois do dia",
  claimSeconds: "decisões há mais de um dia à espera de uma segunda pessoa",
  claimReviews: "revisões sem decisão depois do dia",
  claimPayments: "acionamentos sem pagamento depois do dia",
  claimAccounts: "acionamentos a pagar sem conta do locador",
};

const afterSignature = check("Depois da assinatura", async (settings, { signal }) => {
  const metrics = await readMetrics(settings, signal).catch(() => undefined);
  if (!metrics) return skipped("sem os números do backend");
  const late = Object.entries(metrics.overdue).filter(([, count]) => count > 0);
  return judge(
    late.map(([work, count]) => `${count} ${lateWork[work] ?? work}`),
    "avisos, devoluções, encerramentos, conferências e acionamentos em dia",
  );
});

/**
 * Keys that must have the same value in this environment and in the edge functions. Each text describes the harm when
 * the values differ.
 */
const shared: Record<string, string> = {
  FORWARD_KEY: "quem envia sem JavaScript conta como um só",
  ADDRESS_HASH_KEY: "a cópia guardada não é a que conta, e os limites se perdem com a outra",
};

const sharedKeys = check("Chaves das funções", async (settings, { signal }) => {
  const metrics = await readFunctions(settings, signal).catch(() => undefined);
  if (!metrics) return skipped("sem os números do backend, que as provam");
  const faults = await Promise.all(
    Object.entries(shared).map(async ([name, harm]) => {
      const key = settings.variables[name];
      if (!key) return [];
      return metrics.keys[name] === (await keyFingerprint(key))
        ? []
        : [`as funções têm outra ${name}, ou nenhuma: ${harm}`];
    }),
  );
  return judge(faults.flat(), "são as que estão guardadas aqui");
});

const LONGEST_STEP_MILLISECONDS = 10_000;

/** Checks the mail server's greeting, encryption and login, without sending a mail. */
const mailServer = check("E-mail", async ({ smtpUrl }) => {
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
});

/** Checks the DNS records that let other mail servers recognise our mail. */
const mailNames = check("DNS do e-mail", async ({ variables }, { resolveTxt }) => {
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
      senders.length !== 1 && `${domain} tem ${senders.length} registros SPF, e não um`,
      senders.some((text) => /[+?]all\b/.test(text)) && "o SPF aceita qualquer servidor",
      !dmarc.some((text) => /^v=DMARC1\s*;/i.test(text)) && `falta _dmarc.${domain}`,
      dkim &&
        !dkim.some((text) => /\bp=[\w+/=]+/.test(text)) &&
        `falta ${selector}._domainkey.${domain}`,
    ],
    selector ? "SPF, DKIM e DMARC" : "SPF e DMARC; o DKIM, com DKIM_SELECTOR",
  );
});

/** Returns an empty list for an error that means “no such record”, and throws any other error. */
function noSuchName(error: unknown): string[][] {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOTFOUND" || code === "ENODATA") return [];
  throw error;
}

/** Checks of the Supabase services other than the database, and of the mail server. */
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
