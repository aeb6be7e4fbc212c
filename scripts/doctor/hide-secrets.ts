import type { ProductParts } from "../stack/product-parts.ts";

/** Public variables whose names look like names of secrets. */
const PUBLIC_NAMES = ["SUPABASE_PUBLISHABLE_KEY"];
const SECRET_NAME = /KEY|TOKEN|SECRET|IDENTITY|PASSWORD|DB_URL|SMTP_URL|OTLP_HEADERS/;
/** Length of the shortest value that is hidden, because shorter values also occur in ordinary words. */
const SHORTEST_SECRET = 6;

/** Returns the text with dots in place of keys, tokens, passwords and URLs that contain a secret. */
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
