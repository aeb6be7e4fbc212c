import { z } from "zod";

const secret = z.string().min(1).optional();

/** Environment variables for the cache in front of the site. If `EDGE_CACHE` is unset, the site has no such cache. */
const edgeVariables = {
  EDGE_CACHE: z
    .enum(["fastly", "cloudflare", "varnish"], {
      error: "precisa ser fastly, cloudflare ou varnish",
    })
    .optional(),
  FASTLY_SERVICE_ID: secret,
  /** Fastly token with the permission to purge only. */
  FASTLY_API_TOKEN: secret,
  CLOUDFLARE_ZONE_ID: secret,
  /** Cloudflare token with the permission to purge only. */
  CLOUDFLARE_API_TOKEN: secret,
  /** URLs of all Varnish instances, separated by commas. Each instance is purged separately. */
  VARNISH_URLS: secret,
};

const needed = {
  fastly: ["FASTLY_SERVICE_ID", "FASTLY_API_TOKEN"],
  cloudflare: ["CLOUDFLARE_ZONE_ID", "CLOUDFLARE_API_TOKEN"],
  varnish: ["VARNISH_URLS"],
} as const;

type EdgeEnv = z.infer<z.ZodObject<typeof edgeVariables>>;

function missingEdgeVariables(env: EdgeEnv): string[] {
  return env.EDGE_CACHE ? needed[env.EDGE_CACHE].filter((name) => !env[name]) : [];
}

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

/** Returns true for host names of this machine itself. Connections to these hosts need no encryption. */
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

/** OpenTelemetry's format for a list of pairs, percent-encoded: `name=value,name=value`. */
const pairsSchema = z
  .string()
  .regex(/^(?:[^=,]+=[^,]*(?:,|$))*$/, "precisa ser nome=valor,nome=valor")
  .default("")
  .transform((text) => {
    const pairs = text.matchAll(/([^=,]+)=([^,]*)/g);
    const read = (part = "") => decodeURIComponent(part.trim());
    return Object.fromEntries([...pairs].map(([, name, value]) => [read(name), read(value)]));
  });

const portSchema = z.coerce.number().int().min(0).max(65_535);

const serverEnvSchema = z
  .object({
    PORT: portSchema.default(3000),
    /** IP address on which the site listens. A container needs 0.0.0.0 to get traffic from outside. */
    HOST: z.string().min(1).default("127.0.0.1"),
    /** Public origin of the site, used in canonical links and Open Graph. */
    SITE_URL: siteUrlSchema.optional(),
    /**
     * Folder `dist/web/client` of the former release. Open pages of that release still load scripts from this folder.
     */
    FORMER_CLIENT: z.string().min(1).optional(),
    /** `true` when all subdomains of the host can also be reached by https. */
    HSTS_INCLUDE_SUBDOMAINS: z.stringbool({ error: "precisa ser true ou false" }).default(false),
    /** Port on which Prometheus reads metrics; no metrics when unset. Visitors cannot reach the port. */
    METRICS_PORT: portSchema.optional(),
    METRICS_HOST: z.string().min(1).default("127.0.0.1"),
    /**
     * Key for reading the backend's metrics, equal to the key of the edge functions. Without a key, the site does not
     * read these metrics.
     */
    METRICS_KEY: z.string().min(32, "precisa de pelo menos 32 caracteres").optional(),
    /** URL of the OpenTelemetry collector that receives errors. Without a collector, the site does not send errors. */
    OTEL_EXPORTER_OTLP_ENDPOINT: z
      .url({ protocol: /^https?$/, error: "precisa ser um endereço http(s)" })
      .optional(),
    /** Headers of each delivery to the collector. One of the headers may contain a key. */
    OTEL_EXPORTER_OTLP_HEADERS: pairsSchema,
    OTEL_SERVICE_NAME: z.string().min(1).optional(),
    OTEL_RESOURCE_ATTRIBUTES: pairsSchema,
    ...edgeVariables,
    /**
     * Proxy header with the visitor's IP address. Without this setting, all visitors behind a proxy share one low rate
     * limit for forms.
     */
    CLIENT_ADDRESS_HEADER: z.string().min(1).optional(),
    SANITY_PROJECT_ID: z.string().regex(/^[a-z0-9-]+$/, "só letras minúsculas, números e hífens"),
    SANITY_DATASET: z.string().regex(/^[a-z0-9_~-]+$/, "só letras minúsculas, números, _ e -"),
    /** URL of a content API other than Sanity's hosted API. */
    SANITY_API_HOST: originSchema.optional(),
    /** Sanity token for reading a private dataset. The token is never sent to visitors. */
    SANITY_READ_TOKEN: z.string().min(1).optional(),
    /** Sanity viewer token for editors who preview drafts. The token must be set together with STUDIO_URL. */
    SANITY_PREVIEW_TOKEN: z.string().min(1).optional(),
    /** Origin of the studio. No other origin may show pages of the site in a frame. */
    STUDIO_URL: originSchema.optional(),
    /** File with content for starting the site while Sanity is down. Default: `snapshot.json` beside the build. */
    SNAPSHOT_FILE: z.string().min(1).optional(),
    /** URL of the Supabase project. Without a project, the forms of the site say that sending is impossible. */
    SUPABASE_URL: originSchema.optional(),
    /** Publishable key of the Supabase project, which browsers receive. */
    SUPABASE_PUBLISHABLE_KEY: z.string().min(1).optional(),
    /** Key for forwarding forms to the edge functions. Without a key, the forms say that they need JavaScript. */
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

/** Parses the environment variables. @throws Error that names every invalid or missing variable */
export function parseServerEnv(source: Record<string, string | undefined>): ServerEnv {
  const parsed = serverEnvSchema.safeParse(source);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(
    (issue) => `  ${issue.path.join(".")}: ${issue.message}`,
  );
  throw new Error(`Variáveis de ambiente inválidas:\n${problems.join("\n")}`);
}
