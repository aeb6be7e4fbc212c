import type { demoAccounts } from "../supabase/local/seed/demo-accounts.ts";

export interface Stack {
  site: string;
  studio: string;
  content: { apiHost?: string; projectId: string; dataset: string };
  supabase: { url: string; databaseUrl?: string } | undefined;
  inbox: string | undefined;
  accounts: typeof demoAccounts | undefined;
}

/** The table that ends a start: where every part is and who can sign in. */
export function stackSummary({ site, studio, content, supabase, inbox, accounts }: Stack): string {
  const hostedContent = `Sanity hospedado (${content.projectId}/${content.dataset})`;
  const rows: (readonly [string, string | undefined])[] = [
    ["Site", site],
    ["Estúdio", studio],
    ["API de conteúdo", content.apiHost ?? hostedContent],
    ["Supabase", supabase?.url],
    ["Banco de dados", supabase?.databaseUrl && new URL(supabase.databaseUrl).host],
    ["Caixa de entrada", inbox],
    ["Equipe", signIn(accounts?.staff)],
    ["Equipe, a liberar", signIn(accounts?.pendingStaff)],
    ...(accounts?.contracts ?? []).map(
      ({ contractNumber, password }) => ["Contrato", `${contractNumber} / ${password}`] as const,
    ),
  ];
  const lines = rows
    .filter(([, value]) => value)
    .map(([name, value]) => `  ${name.padEnd(20)}${value}`);
  return `\n${lines.join("\n")}\n\n  Ctrl-C encerra tudo.\n`;
}

function signIn(account: { email: string; password: string } | undefined) {
  return account && `${account.email} / ${account.password}`;
}
