import { createHash } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import type { Sql } from "postgres";
import { keptByNobody } from "../../functions/_shared/files.ts";
import { seedContent } from "../../functions/_shared/content/seed-content.ts";
import { makeContractPdf } from "../../functions/_shared/pdf/contract-pdf.ts";
import { makeLetterPdf } from "../../functions/_shared/pdf/letter-pdf.ts";
import type { demoContracts } from "./demo-contracts.ts";

type DemoContract = (typeof demoContracts)[number];

/** Gives a demo contract its letter and the files that it lists, unless it has them. */
export async function seedLetter(
  client: SupabaseClient,
  database: Sql,
  siteUrl: string,
  contract: DemoContract,
): Promise<void> {
  const { id, letter, documents } = contract;
  const [known] = await database`select from public.letters where contract_id = ${id}`;
  if (known) return;
  const files: Record<string, Uint8Array> = await makeFiles(contract, siteUrl.replace(/\/$/, ""));
  for (const { file } of documents) {
    const { error } = await client.storage
      .from("contract-documents")
      .upload(`${id}/${file}`, files[file] ?? new Uint8Array(), {
        contentType: "application/pdf",
        upsert: true,
        headers: { "cache-control": keptByNobody },
      });
    if (error) throw error;
  }
  const sha256 = createHash("sha256")
    .update(files["carta-de-fianca.pdf"] ?? "")
    .digest("hex");
  await database.begin(async (sql) => {
    await sql`update public.contracts set ${sql(letter.facts)} where id = ${id}`;
    await sql`
      insert into public.letters (contract_id, code, issued_at, file_sha256)
      values (${id}, ${letter.code}, ${letter.issuedAt}, ${sha256})`;
  });
}

async function makeFiles({ account, row, letter }: DemoContract, siteUrl: string) {
  const source = {
    contractNumber: account?.contractNumber ?? "",
    tenantName: row.tenant_name,
    cpf: row.tenant_cpf,
    landlordName: row.landlord_name,
    propertyType: row.property_type,
    propertyAddress: row.property_address,
    rentalValue: row.rental_value,
    referenceValue: row.guarantee_reference_value,
    coverLimit: letter.facts.cover_limit,
    startDate: row.start_date,
    endDate: row.end_date,
    months: row.contract_duration_months,
  };
  const { code, issuedAt } = letter;
  return {
    "carta-de-fianca.pdf": await makeLetterPdf({ ...source, code, issuedAt }, seedContent, siteUrl),
    "contrato-de-garantia.pdf": await makeContractPdf(
      {
        ...source,
        fee: letter.facts.fee,
        feeDueOn: null,
        paymentMethod: row.payment_method,
        createdAt: issuedAt,
      },
      seedContent,
      siteUrl,
    ),
  };
}
