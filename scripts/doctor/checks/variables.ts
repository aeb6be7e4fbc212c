import { readEnv } from "../../../supabase/functions/_shared/env.ts";
import { parseServerEnv } from "../../../web/config/server-env.ts";
import { judge, skipped, type Check } from "../check.ts";

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
export const variables: Check = {
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
  const url = value ? URL.parse(value) : null;
  const isPlain = url?.protocol === "http:" && !["localhost", "127.0.0.1"].includes(url.hostname);
  return isPlain ? [`${name} precisa ser https`] : [];
}

function mailPort(value: string | undefined): string[] {
  const port = value ? URL.parse(value)?.port : undefined;
  return port === "25" || port === "587"
    ? [`SMTP_URL: as funções hospedadas não alcançam a porta ${port}; use smtps://…:465`]
    : [];
}
