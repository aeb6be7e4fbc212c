import { createHash } from "node:crypto";
import { createClient } from "@supabase/supabase-js";
import type { Sql } from "postgres";
import { todayInBrasilia } from "#contracts/fields/formats.ts";
import { noStore } from "../../functions/_shared/files.ts";
import { textPdf } from "./text-pdf.ts";

const months = ["maio", "junho"];

/**
 * Seeds two requested documents of a pending request: payslips in two files that staff have not checked yet, and an
 * identity document that staff refused. Another pending request, whose rent needs two people, gets the answer of a
 * credit bureau with a file.
 */
export async function seedDemoDocuments(options: {
  url: string;
  secretKey: string;
  database: Sql;
}): Promise<void> {
  const { url, secretKey, database } = options;
  const [known] = await database`select from public.asked_documents limit 1`;
  const [request] = await database`
    select id from public.simulations where status = 'pending' order by created_at limit 1`;
  const [high] = await database`
    select id from public.simulations as request
    where status = 'pending' and private.rent_state(rental_value, monthly_income) = 'second' limit 1`;
  if (known || !request) return;
  const requestId = String(request["id"]);
  const { storage } = createClient(url, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const store = async (title: string, lines: string[], folder = requestId) => {
    const bytes = textPdf(title, lines);
    const id = crypto.randomUUID();
    const path = `${folder}/${id}.pdf`;
    const { error } = await storage.from("request-documents").upload(path, bytes, {
      contentType: "application/pdf",
      headers: { "cache-control": noStore },
    });
    if (error) throw error;
    return {
      id,
      file_path: path,
      file_type: "application/pdf",
      file_sha256: createHash("sha256").update(bytes).digest("hex"),
      bytes: bytes.length,
    };
  };
  const payslips = await Promise.all(
    months.map((month) => store(`Holerite de ${month}`, ["Salário: R$ 5.400,00"])),
  );
  const identity = await store("Documento de identidade", ["Frente"]);
  const bureau =
    high && (await store("Consulta de crédito", ["Pontuação: 731 de 1.000"], String(high["id"])));
  await database.begin(async (sql) => {
    if (bureau) {
      const { bytes: _bytes, ...file } = bureau;
      const [analyst] = await sql`
        select user_id from public.staff where email = 'analise@payser.example'`;
      await sql`insert into private.bureau_answers ${sql({
        ...file,
        recorded_by: analyst?.["user_id"] ?? null,
        simulation_id: String(high["id"]),
        source: "Serasa",
        answered_on: todayInBrasilia(),
        score: 731,
        note: "Sem restrições. Consta um cartão com pagamento em atraso, já quitado.",
      })}`;
    }
    const add = async (kind: string, note: string | null, files: (typeof identity)[]) => {
      const [asked] = await sql`
        insert into public.asked_documents (simulation_id, kind, note, asked_at)
        values (${requestId}, ${kind}, ${note}, now() - interval '1 day') returning id`;
      const document_id = String(asked?.["id"]);
      for (const file of files) {
        await sql`insert into public.asked_files ${sql({ ...file, document_id })}`;
      }
      return document_id;
    };
    const income = await add("income", "Os dois últimos holerites.", payslips);
    const refused = await add("identity", "Frente e verso.", [identity]);
    await sql`
      update public.asked_documents set status = 'sent', sent_at = now() - interval '5 hours'
      where id = ${income}`;
    await sql`
      update public.asked_documents set status = 'refused', refusal_reason = 'Faltou o verso.',
        sent_at = now() - interval '5 hours', decided_at = now() - interval '3 hours'
      where id = ${refused}`;
  });
}
