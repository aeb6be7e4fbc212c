import { createContentClient } from "../studio/local/content-client.ts";
import { readDocuments } from "../studio/placeholders/read-documents.ts";
import { readProductParts } from "./stack/product-parts.ts";
import { runCommand, ToolError } from "./run-command.ts";
import { listSiteQueries } from "./build/seed-results.ts";
import { stackFile } from "./stack/stack-file.ts";
import { withDatabase } from "./with-database.ts";

/**
 * `npm run costs [-- <visitors a day>]` estimates the monthly use of our Supabase and Sanity plans, as a share of their
 * limits. Sizes are measured on the running copy or the live site. Frequencies are assumptions.
 */
const visitorsADay = Number(process.argv[2] ?? "1000");

/** Assumed figures, to be replaced when real figures are known. */
const supposed = {
  days: 30,
  /** Share of visitors who send a simulation. */
  simulationsPerVisitor: 0.02,
  /**
   * Function calls for each simulation: one call sends it, and six calls read its status while the visitor waits for
   * the decision of staff.
   */
  callsPerSimulation: 7,
  /** Number of running site processes. Each fetches all content, and fetches the backend's metrics twice a minute. */
  copies: 2,
  publishesADay: 5,
  restartsADay: 1,
  /** Number of widths in which each site process fetches each image once. */
  imageWidths: 11,
};
/** Number of pg_cron's calls each day: deliver-mail twice a minute, and remove-files every night. */
const SCHEDULED_A_DAY = 2 * 60 * 24 + 1;
const SCRAPES_A_DAY = 2 * 60 * 24;

await runCommand(async () => {
  if (!(visitorsADay > 0))
    throw new ToolError("Diga quantos: npm run costs -- <visitantes por dia>");
  const { site, content, supabase, databaseUrl } = await readProductParts(process.env, stackFile);
  if (!site || !content?.token || !supabase || !databaseUrl) {
    throw new ToolError("Faltam variáveis (docs/deploy.md), ou npm start em outro terminal.");
  }
  const { days, copies, publishesADay, restartsADay, imageWidths } = supposed;
  const page = await pageBytes(site);
  const queries = await queryBytes({ ...content, token: content.token });
  const answer = await bytesOf(`${supabase.url}/functions/v1/verify-letter`, {
    method: "POST",
    headers: { apikey: supabase.publishableKey, "content-type": "application/json" },
    body: JSON.stringify({ code: "000000000000" }),
  });
  const data = await withDatabase(databaseUrl, async (sql) => {
    const [row] = await sql`
      select pg_database_size(current_database())::float8 as database,
        (select coalesce(sum((metadata ->> 'size')::float8), 0) from storage.objects) as files,
        (select count(*) from public.simulations)::float8 as requests,
        (pg_total_relation_size('public.simulations') + pg_total_relation_size('public.outgoing_mail')
          + pg_total_relation_size('public.audit_trail'))::float8 as taken`;
    return {
      database: Number(row?.["database"]),
      files: Number(row?.["files"]),
      aRequest: Number(row?.["taken"]) / Math.max(1, Number(row?.["requests"])),
    };
  });

  const simulations = visitorsADay * days * supposed.simulationsPerVisitor;
  const byVisitors = simulations * supposed.callsPerSimulation;
  const byClock = SCHEDULED_A_DAY * days;
  const byScrapes = SCRAPES_A_DAY * days * copies;
  const calls = byVisitors + byClock + byScrapes;
  const renewals = days * copies * (publishesADay + restartsADay);
  const rows: [what: string, figure: string, plans: string][] = [
    ["Supabase: chamadas de funções", count(calls), "Free 500 mil, Pro 2 milhões"],
    [
      "  visitantes / agenda / métricas",
      [byVisitors, byClock, byScrapes].map(count).join(" / "),
      "",
    ],
    ["Supabase: saída, no máximo", bytes(calls * answer), "Free 5 GB, Pro 250 GB"],
    ["Supabase: banco, hoje", bytes(data.database), "Free 500 MB, Pro 8 GB"],
    ["  cresce por mês, no máximo", bytes(simulations * data.aRequest), ""],
    ["Supabase: arquivos, hoje", bytes(data.files), "Free 1 GB, Pro 100 GB"],
    ["Sanity: pedidos à API, no máximo", count(renewals * queries.count), "ver sanity.io/pricing"],
    ["Sanity: bytes da API, no máximo", bytes(renewals * queries.bytes), ""],
    [
      "Sanity: imagens pedidas à CDN",
      count(queries.images * imageWidths * copies),
      "uma vez por cópia e versão",
    ],
    [
      "Site: saída para visitantes",
      bytes(visitorsADay * days * page),
      "de quem hospeda o site ou da CDN",
    ],
  ];
  console.log(`Um mês com ${count(visitorsADay)} visitantes por dia (${copies} cópias do site):`);
  for (const row of rows) console.log(`  ${row[0].padEnd(36)}${row[1].padEnd(28)}${row[2]}`);
  console.log(
    `Medido agora: primeira visita ${bytes(page)}, resposta de função ${bytes(answer)}, ` +
      `${queries.count} consultas com ${bytes(queries.bytes)}. Visitas não pedem nada ao Sanity: as páginas ficam no site.`,
  );
});

async function pageBytes(site: string): Promise<number> {
  const html = await (await fetch(site)).text();
  const found = html.matchAll(/(?:src|href)="(\/(?:assets|imagens)\/[^"]+)"/g);
  const names = new Set([...found].map(([, name = ""]) => name.replaceAll("&amp;", "&")));
  const sizes = await Promise.all(
    [site, ...names].map((name) => bytesOf(new URL(name, site).href)),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Returns the content-length that the server states, or else the size of the body. */
async function bytesOf(address: string, request?: RequestInit): Promise<number> {
  const answer = await fetch(address, request);
  const { byteLength } = await answer.arrayBuffer();
  return Number(answer.headers.get("content-length") ?? byteLength);
}

async function queryBytes(target: Parameters<typeof createContentClient>[0]) {
  const client = createContentClient(target).withConfig({ perspective: "published" });
  const queries = await listSiteQueries(await readDocuments(client));
  let size = 0;
  for (const { query, params } of queries) {
    size += Buffer.byteLength(JSON.stringify(await client.fetch(query, params)) ?? "");
  }
  const images = await client.fetch<number>('count(*[_type == "sanity.imageAsset"])');
  return { count: queries.length, bytes: size, images };
}

function count(figure: number): string {
  return Math.round(figure).toLocaleString("pt-BR");
}

function bytes(figure: number): string {
  const [unit, name] = figure >= 1e9 ? [1e9, "GB"] : figure >= 1e6 ? [1e6, "MB"] : [1e3, "kB"];
  return `${(figure / unit).toLocaleString("pt-BR", { maximumFractionDigits: 1 })} ${name}`;
}
