import type { ProductParts } from "../stack/product-parts.ts";

/** What may be read by anybody, though its name sounds like a secret's. */
const PUBLIC_NAMES = ["SUPABASE_PUBLISHABLE_KEY"];
const SECRET_NAME = /KEY|TOKEN|SECRET|IDENTITY|PASSWORD|DB_URL|SMTP_URL|OTLP_HEADERS/;
/** Shorter values stand in ordinary words, too. */
const SHORTEST_SECRET = 6;

/** The text without keys, tokens, passwords and addresses that hold one. */
export function hideSecrets(text: string, settings: ProductParts): string {
  const { variables, content, supabase, databaseUrl, smtpUrl } = settings;
  const named = Object.entries(variables)
    .filter(([name]) => SECRET_NAME.test(name) && !PUBLIC_NAMES.includes(name))
    .map(([, value]) => value);
  const secrets = [...named, content?.token, supabase?.secretKey, databaseUrl, smtpUrl];
  return [...secrets, ...secrets.map(passwordIn)]
    .filter((secret) => secret !== undefined && secret.length >= SHORTEST_SECRET)
    .reduce<string>((hidden, secret) => hidden.replaceAll(String(secret), "•••"), text);
}

function passwordIn(address: string | undefined): string | undefined {
  const password = address && URL.parse(address)?.password;
  return password ? decodeURIComponent(password) : undefined;
}
