import { z } from "zod";

const secret = z.string().min(1).optional();

/** Variables of the cache in front of the site; without `EDGE_CACHE` there is none. */
const edgeVariables = {
  EDGE_CACHE: z
    .enum(["fastly", "cloudflare", "varnish"], {
      error: "precisa ser fastly, cloudflare ou varnish",
    })
    .optional(),
  FASTLY_SERVICE_ID: secret,
  /** May purge, and nothing else. */
  FASTLY_API_TOKEN: secret,
  CLOUDFLARE_ZONE_ID: secret,
  /** May purge, and nothing else. */
  CLOUDFLARE_API_TOKEN: secret,
  /** Every instance, with commas: each is purged by itself. */
  VARNISH_URLS: secret,
};

const needed = {
  fastly: ["FASTLY_SERVICE_ID", "FASTLY_API_TOKEN"],
  cloudflare: ["CLOUDFLARE_ZONE_ID", "CLOUDFLARE_API_TOKEN"],
  varnish: ["VARNISH_URLS"],
} as const;

type EdgeEnv = z.infer<z.ZodObject<typeof edgeVariables>>;

/** Names of variables that the chosen cache needs and that are not set. */
function missingEdgeVariables(env: EdgeEnv): string[] {
  return env.EDGE_CACHE ? needed[env.EDGE_CACHE].filter((name) => !env[name]) : [];
}

/** What the cache in front of the site is reached by. */
function edgeOf(env: EdgeEnv) {
  switch (env.EDGE_CACHE) {
    case "fastly":
      return {
        kind: env.EDGE_CACHE,
        serviceId: env.FASTLY_SERVICE_ID ?? "",
        token: env.FASTLY_API_TOKEN ?? "",
      };
    case "cloudflare":
      return {
        kind: env.EDGE_CACHE,
        zoneId: env.CLOUDFLARE_ZONE_ID ?? "",
        token: env.CLOUDFLARE_API_TOKEN ?? "",
      };
    case "varnish":
      return { kind: env.EDGE_CACHE, addresses: (env.VARNISH_URLS ?? "").split(",") };
    case undefined:
      return undefined;
  }
}

const originSchema = z
  .url({ protocol: /^https?$/, error: "precisa ser um endereço http(s)" })
  .transform((address) => new URL(address).origin);

/** Where nobody but this machine is: nothing there need be encrypted. */
function isLoopback(host: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host);
}

const siteUrlSchema = z
  .url({ protocol: /^https?$/, error: "precisa ser um endereço http(s)", abort: true })
  .refine((address) => address.replace(/\/$/, "") === new URL(address).origin, {
    error: "precisa ser só a origem, sem caminho (como https://www.exemplo.com.br)",
  })
  .refine(
    (address) => {
      const { protocol, hostname } = new URL(address);
      return protocol === "https:" || isLoopback(hostname);
    },
    { error: "precisa começar com https:// (http só serve para esta máquina)" },
  )
  .transform((address) => new URL(address).origin);

const portSchema = z.coerce.number().int().min(0).max(65_535);

const serverEnvSchema = z
  .object({
    /** Port the site listens on. */
    PORT: portSchema.default(3000),
    /** Address to listen on; hosts that route traffic to a container set 0.0.0.0. */
    HOST: z.string().min(1).default("127.0.0.1"),
    /** Public origin of the site, used in canonical links and Open Graph. */
    SITE_URL: siteUrlSchema.optional(),
    /** The former release's `dist/web/client`: its scripts stay reachable for pages still open. */
    FORMER_CLIENT: z.string().min(1).optional(),
    /** `true` when every subdomain, too, is reached by https alone. */
    HSTS_INCLUDE_SUBDOMAINS: z.stringbool({ error: "precisa ser true ou false" }).default(false),
    /** Where Prometheus gets figures, on no port that visitors reach; without it, nowhere. */
    METRICS_PORT: portSchema.optional(),
    METRICS_HOST: z.string().min(1).default("127.0.0.1"),
    /** The functions' own, to read what waits and what failed in the backend; without it, nobody asks. */
    METRICS_KEY: z.string().min(32, "precisa de pelo menos 32 caracteres").optional(),
    /** An OpenTelemetry collector that is sent errors; its other variables are read by its library. */
    OTEL_EXPORTER_OTLP_ENDPOINT: z
      .url({ protocol: /^https?$/, error: "precisa ser um endereço http(s)" })
      .optional(),
    ...edgeVariables,
    /**
     * The header in which the proxy in front names the visitor. Without it the connection counts, which
     * behind a proxy is one for all visitors: the fifth of them in a minute would be refused.
     */
    CLIENT_ADDRESS_HEADER: z.string().min(1).optional(),
    SANITY_PROJECT_ID: z.string().regex(/^[a-z0-9-]+$/, "só letras minúsculas, números e hífens"),
    SANITY_DATASET: z.string().regex(/^[a-z0-9_~-]+$/, "só letras minúsculas, números, _ e -"),
    /** Set when the content API is not the hosted one. */
    SANITY_API_HOST: originSchema.optional(),
    /** Only needed when the dataset is private; never reaches a visitor. */
    SANITY_READ_TOKEN: z.string().min(1).optional(),
    /** A viewer's, for editors who see drafts on the site; with the studio's address, or not at all. */
    SANITY_PREVIEW_TOKEN: z.string().min(1).optional(),
    /** Origin of the studio, the only one that may show pages in a frame. */
    STUDIO_URL: originSchema.optional(),
    /** Content for a cold start while Sanity is away; without it, `snapshot.json` beside the build. */
    SNAPSHOT_FILE: z.string().min(1).optional(),
    /** The Supabase project; without it the site is up and its forms say that they cannot send. */
    SUPABASE_URL: originSchema.optional(),
    /** Reaches the browser; the secret key never does. */
    SUPABASE_PUBLISHABLE_KEY: z.string().min(1).optional(),
    /** The functions' own; without it, forms need JavaScript and say so. */
    FORWARD_KEY: z.string().min(32, "precisa de pelo menos 32 caracteres").optional(),
  })
  .refine((env) => !env.SUPABASE_URL === !env.SUPABASE_PUBLISHABLE_KEY, {
    path: ["SUPABASE_URL", "SUPABASE_PUBLISHABLE_KEY"],
    message: "precisam ser informadas juntas",
  })
  .refine((env) => !env.SANITY_PREVIEW_TOKEN === !env.STUDIO_URL, {
    path: ["SANITY_PREVIEW_TOKEN", "STUDIO_URL"],
    message: "precisam ser informadas juntas",
  })
  .refine((env) => env.SITE_URL !== undefined || isLoopback(env.HOST), {
    path: ["SITE_URL"],
    message: "precisa ser informada quando HOST não é desta máquina",
  })
  .refine((env) => env.CLIENT_ADDRESS_HEADER !== undefined || isLoopback(env.HOST), {
    path: ["CLIENT_ADDRESS_HEADER"],
    message:
      "precisa dizer em que cabeçalho o proxy informa o visitante quando HOST não é desta máquina; sem ela, todos contam como um só nos limites",
  })
  .superRefine((env, context) => {
    for (const name of missingEdgeVariables(env)) {
      const message = `precisa ser informada com EDGE_CACHE=${env.EDGE_CACHE}`;
      context.addIssue({ code: "custom", path: [name], message });
    }
  })
  .transform(({ SITE_URL = "http://localhost:3000", ...env }) => ({
    ...env,
    SITE_URL,
    edge: edgeOf(env),
  }));

export type ServerEnv = z.infer<typeof serverEnvSchema>;

/**
 * Reads the server's environment once, at start.
 * @throws Error that names every bad or missing variable.
 */
export function parseServerEnv(source: Record<string, string | undefined>): ServerEnv {
  const parsed = serverEnvSchema.safeParse(source);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(
    (issue) => `  ${issue.path.join(".")}: ${issue.message}`,
  );
  throw new Error(`Variáveis de ambiente inválidas:\n${problems.join("\n")}`);
}
