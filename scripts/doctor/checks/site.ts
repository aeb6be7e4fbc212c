import { connect } from "node:tls";
import { readEnv } from "../../../supabase/functions/_shared/env.ts";
import { parseServerEnv } from "../../../web/config/server-env.ts";
import { failed, isLocalAddress, judge, ok, skipped, type Check, check } from "../check.ts";
import { readFunctions } from "./functions.ts";

type Variables = Record<string, string | undefined>;

/** Environment variables that only operators' commands need, such as `npm run doctor` and `npm run backup`. */
const operatorVariables = ["SANITY_WRITE_TOKEN", "SUPABASE_SECRET_KEY", "SUPABASE_DB_URL"];
/** Environment variables that a local copy may lack but a live site needs. */
const liveSiteVariables = [
  "SITE_URL",
  "SUPABASE_URL",
  "STUDIO_URL",
  "SANITY_PREVIEW_TOKEN",
  "FORWARD_KEY",
  "METRICS_KEY",
];
const addresses = ["SITE_URL", "STUDIO_URL", "SUPABASE_URL"];

/** Checks the environment variables by the rules that the site and the functions apply at start. */
const variables = check("Variáveis", ({ variables: given, isLocal }) => {
  if (isLocal) return skipped("a cópia desta máquina define as suas");
  const absent = [...operatorVariables, ...liveSiteVariables].filter((name) => !given[name]);
  const faults = [
    absent.length > 0 && `faltam ${absent.join(", ")}`,
    ...faultsOf(() => parseServerEnv(given)),
    ...faultsOf(() => readEnv(asFunctionVariables(given))),
    ...addresses.map((name) => plainAddress(name, given[name])),
    mailPort(given["SMTP_URL"]),
  ];
  return judge([...new Set(faults)], "o site e as funções aceitam todas");
});

/** Converts each API key to the JSON object of named keys in which Supabase passes keys to the functions. */
function asFunctionVariables(given: Variables): Variables {
  const asList = (key: string | undefined) => key && JSON.stringify({ default: key });
  return {
    ...given,
    SUPABASE_PUBLISHABLE_KEYS: asList(given["SUPABASE_PUBLISHABLE_KEY"]),
    SUPABASE_SECRET_KEYS: asList(given["SUPABASE_SECRET_KEY"]),
  };
}

function faultsOf(parse: () => unknown): string[] {
  try {
    parse();
    return [];
  } catch (error) {
    // The first line of the message is left out, because it only introduces the list of faults.
    return String(error instanceof Error ? error.message : error)
      .split("\n")
      .slice(1)
      .map((line) => line.trim());
  }
}

function plainAddress(name: string, value = ""): string | false {
  const isPlain = URL.parse(value)?.protocol === "http:" && !isLocalAddress(value);
  return isPlain && `${name} precisa ser https`;
}

function mailPort(value = ""): string | false {
  const port = URL.parse(value)?.port ?? "";
  const isRefused = ["25", "587"].includes(port);
  return (
    isRefused && `SMTP_URL: as funções hospedadas não alcançam a porta ${port}; use smtps://…:465`
  );
}

const site = check("Site", async ({ site: address }, { signal }) => {
  if (!address) return skipped("sem SITE_URL");
  const response = await fetch(address, { signal });
  const text = await response.text();
  if (!response.ok) return failed(`${address} responde ${response.status}`);
  const canonical = /<link rel="canonical" href="([^"]+)"/.exec(text)?.[1];
  if (!canonical) return failed(`${address} não mostra o site da Payser`);
  const { origin } = new URL(canonical);
  return origin === new URL(address).origin
    ? ok(`${address} responde`)
    : failed(`o site se apresenta como ${origin}: confira o SITE_URL dele`);
});

/** Minimum remaining validity of the certificate in days, so that operators have time to repair the renewal. */
const SHORTEST_DAYS = 14;

const certificate = check("Certificado", async ({ site: address }, { signal }) => {
  if (!address || new URL(address).protocol !== "https:") return skipped("o site não usa https");
  const { hostname, port } = new URL(address);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  // Invalid certificates are accepted here, so that the check can report the date of expiry.
  const socket = connect(
    {
      host: hostname,
      port: Number(port || 443),
      servername: hostname,
      rejectUnauthorized: false,
    },
    () => resolve(socket.getPeerCertificate().valid_to),
  );
  socket.once("error", reject);
  signal.addEventListener("abort", () => socket.destroy());
  const end = Date.parse(await promise);
  socket.destroy();
  const days = Math.floor((end - Date.now()) / 86_400_000);
  const until = new Date(end).toLocaleDateString("pt-BR", { timeZone: "America/Sao_Paulo" });
  if (days < 0) return failed(`acabou em ${until}: veja a renovação no balanceador`);
  return days < SHORTEST_DAYS
    ? failed(`acaba em ${until}, daqui a ${days} dias: veja a renovação no balanceador`)
    : ok(`vale até ${until}`);
});

/** Expected value of each response header. A missing header may have been removed by a proxy in front of the site. */
const expectedHeaders: Record<string, RegExp> = {
  "content-security-policy":
    /default-src 'none'.*frame-ancestors 'none'.*require-trusted-types-for/,
  "x-content-type-options": /^nosniff$/,
  "referrer-policy": /^strict-origin-when-cross-origin$/,
  "permissions-policy": /camera=\(\)/,
  "cross-origin-resource-policy": /^same-origin$/,
};

const headers = check(
  "Cabeçalhos de segurança",
  async ({ site: address, supabase }, { signal }) => {
    if (!address) return skipped("sem SITE_URL");
    const answer = await fetch(address, { method: "HEAD", signal });
    const all =
      new URL(address).protocol === "https:"
        ? { ...expectedHeaders, "strict-transport-security": /max-age=\d{7,}/ }
        : expectedHeaders;
    const wrong = Object.entries(all)
      .filter(([name, pattern]) => !pattern.test(answer.headers.get(name) ?? ""))
      .map(([name]) => `${name} falta ou foi trocado`);
    const policy = answer.headers.get("content-security-policy") ?? "";
    const calls = supabase && new URL(supabase.url).origin;
    return judge(
      [
        ...wrong,
        calls && !policy.includes(calls) && `a política não deixa chamar ${calls}`,
        answer.headers.has("x-powered-by") && "x-powered-by conta o que roda aqui",
      ],
      `${Object.keys(all).length} presentes`,
    );
  },
);

const studio = check("Estúdio", async ({ studio: address }, { signal }) => {
  if (!address) return skipped("sem STUDIO_URL");
  const response = await fetch(address, { signal });
  const text = await response.text();
  return response.ok && text.includes("<script")
    ? ok(`${address} responde`)
    : failed(`${address} responde ${response.status}`);
});

/** Checks that site, functions and studio have the same software version. Versions may differ during a deployment. */
const release = check("Versão", async (settings, { signal }) => {
  const { site: address, studio: ofStudio, isLocal } = settings;
  if (!address) return skipped("sem SITE_URL");
  const health = await fetch(new URL("/saude", address), { signal });
  // An unreachable studio is ignored here, because another check already fails for it.
  const page = ofStudio && (await fetch(ofStudio, { signal }).then(textOf, () => undefined));
  const functions = await readFunctions(settings, signal).catch(() => undefined);
  const found = {
    "o site": health.headers.get("x-build"),
    "o estúdio": page ? (/data-build="([^"]*)"/.exec(page)?.[1] ?? null) : undefined,
    "as funções": functions?.build,
  };
  const known = Object.entries(found).filter(([, build]) => build !== undefined);
  const builds = new Set(known.map(([, build]) => build));
  if (builds.size > 1 || builds.has(null)) {
    const each = known.map(([part, build]) => `${part} ${build ?? "não diz"}`);
    return failed(`não é a mesma em todas as partes: ${each.join(", ")}`);
  }
  const [build] = builds;
  return build === "desenvolvimento" && !isLocal && !isLocalAddress(address)
    ? failed("nenhuma: rode npm run build:id antes de compilar e publicar")
    : ok(`${build} em ${known.map(([part]) => part).join(", ")}`);
});

const textOf = (answer: Response) => answer.text();

/** Checks that visitors' IP addresses are known. Otherwise all visitors share one limit of four forms a minute. */
const visitorsAddress = check("Endereço do visitante", async (settings, { signal }) => {
  const { site: address, isLocal, variables: given } = settings;
  if (!address) return skipped("sem SITE_URL");
  const health = await fetch(new URL("/saude", address), { signal });
  const atSite = health.headers.get("x-client-address");
  const functions = await readFunctions(settings, signal).catch(() => undefined);
  const header = given["CLIENT_ADDRESS_HEADER"] ?? "que CLIENT_ADDRESS_HEADER diz";
  return judge(
    [
      atSite === "missing" && `o cabeçalho ${header} não chega ao site`,
      atSite === "connection" &&
        !isLocal &&
        "o site não tem CLIENT_ADDRESS_HEADER: todos os visitantes contam como um",
      functions?.isCallerNamed === false &&
        "as funções não recebem quem chama: confira CLIENT_ADDRESS_HEADER delas",
    ],
    "o site e as funções sabem quem chama",
  );
});

/** Maximum difference between clocks in seconds. Second factors and signed links still work with this difference. */
const FURTHEST_SECONDS = 30;

const clock = check("Relógios", async ({ site: ofSite, supabase }, { signal }) => {
  const asked = [
    { name: "o site", address: ofSite },
    { name: "o Supabase", address: supabase && new URL("/auth/v1/health", supabase.url).href },
  ].flatMap(({ name, address }) => (address ? [{ name, address }] : []));
  if (asked.length === 0) return skipped("sem SITE_URL e SUPABASE_URL");
  const faults = await Promise.all(
    asked.map(async ({ name, address }) => {
      const answer = await fetch(address, { method: "HEAD", signal });
      const time = Date.parse(answer.headers.get("date") ?? "");
      if (Number.isNaN(time)) return `${name} não diz a hora`;
      const seconds = Math.round((time - Date.now()) / 1000);
      return Math.abs(seconds) > FURTHEST_SECONDS && `${name} difere ${seconds} s desta máquina`;
    }),
  );
  return judge(faults, `diferem menos de ${FURTHEST_SECONDS} s`);
});

export const siteChecks: readonly Check[] = [
  variables,
  site,
  certificate,
  headers,
  studio,
  release,
  visitorsAddress,
  clock,
];
