import { connect } from "node:tls";
import { readEnv } from "../../../supabase/functions/_shared/env.ts";
import { parseServerEnv } from "../../../web/config/server-env.ts";
import { failed, isOfThisMachine, judge, ok, skipped, type Check } from "../check.ts";
import { readFunctions } from "./functions.ts";

type Variables = Record<string, string | undefined>;

/** Variables without which nothing here could be looked into. */
const ofTheOperator = ["SANITY_WRITE_TOKEN", "SUPABASE_SECRET_KEY", "SUPABASE_DB_URL"];
/** What may be absent in general, and not of a site that is live. */
const ofALiveSite = [
  "SITE_URL",
  "SUPABASE_URL",
  "STUDIO_URL",
  "SANITY_PREVIEW_TOKEN",
  "FORWARD_KEY",
  "METRICS_KEY",
];
const addresses = ["SITE_URL", "STUDIO_URL", "SUPABASE_URL"];

/** The rules are those by which the site and the functions start. */
const variables: Check = {
  title: "Variáveis",
  run({ variables: given, isLocal }) {
    if (isLocal) return skipped("a cópia desta máquina define as suas");
    const absent = [...ofTheOperator, ...ofALiveSite].filter((name) => !given[name]);
    const faults = [
      ...(absent.length > 0 ? [`faltam ${absent.join(", ")}`] : []),
      ...faultsOf(() => parseServerEnv(given)),
      ...faultsOf(() => readEnv(asFunctionsHaveThem(given))),
      ...addresses.flatMap((name) => plainAddress(name, given[name])),
      ...mailPort(given["SMTP_URL"]),
    ];
    return judge([...new Set(faults)], "o site e as funções aceitam todas");
  },
};

/** The platform hands the functions its keys as lists. */
function asFunctionsHaveThem(given: Variables): Variables {
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
    // The first line only introduces the list.
    return String(error instanceof Error ? error.message : error)
      .split("\n")
      .slice(1)
      .map((line) => line.trim());
  }
}

function plainAddress(name: string, value: string | undefined): string[] {
  const isPlain = value && URL.parse(value)?.protocol === "http:" && !isOfThisMachine(value);
  return isPlain ? [`${name} precisa ser https`] : [];
}

function mailPort(value: string | undefined): string[] {
  const port = value ? URL.parse(value)?.port : undefined;
  return port === "25" || port === "587"
    ? [`SMTP_URL: as funções hospedadas não alcançam a porta ${port}; use smtps://…:465`]
    : [];
}

const site: Check = {
  title: "Site",
  async run({ site: address }, { signal }) {
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
  },
};

/** Two weeks are enough to find out why it does not renew itself. */
const SHORTEST_DAYS = 14;

/** How long the certificate of the site is still good for. */
const certificate: Check = {
  title: "Certificado",
  async run({ site: address }, { signal }) {
    if (!address || new URL(address).protocol !== "https:") return skipped("o site não usa https");
    const { hostname, port } = new URL(address);
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    // Of one that is refused, too, it is to be known when it ended.
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
  },
};

/** What each header has to hold; a proxy in front may have taken it away. */
const expectedHeaders: Record<string, RegExp> = {
  "content-security-policy":
    /default-src 'none'.*frame-ancestors 'none'.*require-trusted-types-for/,
  "x-content-type-options": /^nosniff$/,
  "referrer-policy": /^strict-origin-when-cross-origin$/,
  "permissions-policy": /camera=\(\)/,
  "cross-origin-resource-policy": /^same-origin$/,
};

const headers: Check = {
  title: "Cabeçalhos de segurança",
  async run({ site: address, supabase }, { signal }) {
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
        ...(calls && !policy.includes(calls) ? [`a política não deixa chamar ${calls}`] : []),
        ...(answer.headers.has("x-powered-by") ? ["x-powered-by conta o que roda aqui"] : []),
      ],
      `${Object.keys(all).length} presentes`,
    );
  },
};

const studio: Check = {
  title: "Estúdio",
  async run({ studio: address }, { signal }) {
    if (!address) return skipped("sem STUDIO_URL");
    const response = await fetch(address, { signal });
    const text = await response.text();
    return response.ok && text.includes("<script")
      ? ok(`${address} responde`)
      : failed(`${address} responde ${response.status}`);
  },
};

/** Parts of different releases fit together for the time of a release, and not for good. */
const release: Check = {
  title: "Versão",
  async run(settings, { signal }) {
    const { site: address, studio: ofStudio, isLocal } = settings;
    if (!address) return skipped("sem SITE_URL");
    const health = await fetch(new URL("/saude", address), { signal });
    // A part that cannot be reached has a line of its own.
    const page = ofStudio && (await fetch(ofStudio, { signal }).then(textOf, () => undefined));
    const functions = await readFunctions(settings, signal).catch(() => undefined);
    const found = {
      "o site": health.headers.get("x-build"),
      "o estúdio": page ? (/data-build="([^"]*)"/.exec(page)?.[1] ?? null) : undefined,
      "as funções": functions?.build,
    };
    const told = Object.entries(found).filter(([, build]) => build !== undefined);
    const builds = new Set(told.map(([, build]) => build));
    if (builds.size > 1 || builds.has(null)) {
      const each = told.map(([part, build]) => `${part} ${build ?? "não diz"}`);
      return failed(`não é a mesma em todas as partes: ${each.join(", ")}`);
    }
    const [build] = builds;
    return build === "desenvolvimento" && !isLocal && !isOfThisMachine(address)
      ? failed("nenhuma: rode npm run build:id antes de compilar e publicar")
      : ok(`${build} em ${told.map(([part]) => part).join(", ")}`);
  },
};

const textOf = (answer: Response) => answer.text();

/** Without it all visitors share one limit, and the fifth of a minute's forms is refused. */
const visitorsAddress: Check = {
  title: "Endereço do visitante",
  async run(settings, { signal }) {
    const { site: address, isLocal, variables: given } = settings;
    if (!address) return skipped("sem SITE_URL");
    const health = await fetch(new URL("/saude", address), { signal });
    const atSite = health.headers.get("x-client-address");
    const functions = await readFunctions(settings, signal).catch(() => undefined);
    const header = given["CLIENT_ADDRESS_HEADER"] ?? "que CLIENT_ADDRESS_HEADER diz";
    return judge(
      [
        ...(atSite === "missing" ? [`o cabeçalho ${header} não chega ao site`] : []),
        ...(atSite === "connection" && !isLocal
          ? ["o site não tem CLIENT_ADDRESS_HEADER: todos os visitantes contam como um"]
          : []),
        ...(functions?.isCallerNamed === false
          ? ["as funções não recebem quem chama: confira CLIENT_ADDRESS_HEADER delas"]
          : []),
      ],
      "o site e as funções sabem quem chama",
    );
  },
};

/** Second factors and signed links stop working beyond about this. */
const FURTHEST_SECONDS = 30;

/** This machine's clock against those of the site and of Supabase. */
const clock: Check = {
  title: "Relógios",
  async run({ site: ofSite, supabase }, { signal }) {
    const asked = [
      { name: "o site", address: ofSite },
      { name: "o Supabase", address: supabase && new URL("/auth/v1/health", supabase.url).href },
    ].flatMap(({ name, address }) => (address ? [{ name, address }] : []));
    if (asked.length === 0) return skipped("sem SITE_URL e SUPABASE_URL");
    const faults = await Promise.all(
      asked.map(async ({ name, address }) => {
        const answer = await fetch(address, { method: "HEAD", signal });
        const told = Date.parse(answer.headers.get("date") ?? "");
        if (Number.isNaN(told)) return [`${name} não diz a hora`];
        const seconds = Math.round((told - Date.now()) / 1000);
        return Math.abs(seconds) > FURTHEST_SECONDS
          ? [`${name} difere ${seconds} s desta máquina`]
          : [];
      }),
    );
    return judge(faults.flat(), `diferem menos de ${FURTHEST_SECONDS} s`);
  },
};

/** What is set and what stands in front: variables, site, studio. */
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
