import type { SupabaseClient } from "@supabase/supabase-js";
import { createHash } from "node:crypto";
import type { Sql } from "postgres";
import { seedContent } from "../../functions/_shared/content/seed-content.ts";
import { noStore } from "../../functions/_shared/files.ts";
import { makeContractPdf } from "../../functions/_shared/pdf/leases-contract-pdf.ts";
import { makeLetterPdf } from "../../functions/_shared/pdf/leases-letter-pdf.ts";
import { demoAccounts } from "./demo-accounts.ts";

const [first, second] = demoAccounts.contracts;

export const demoContracts = [
  {
    id: "3b0d1f52-6c1e-4f0a-9d56-0a8f2f6f1c01",
    account: first,
    row: {
      status: "active",
      tenant_name: "Ana Beatriz Ribeiro",
      tenant_cpf: "52998224725",
      tenant_phone: "44999990001",
      landlord_name: "Carlos Eduardo Nogueira",
      landlord_phone: "44999990009",
      property_type: "Apartamento",
      property_address: "Avenida Brasil, 4200, apto 1204, Zona 01, Maringá, PR",
      rental_value: 1850,
      guarantee_reference_value: 22200,
      start_date: "2026-02-01",
      end_date: "2027-01-31",
      contract_duration_months: 12,
      payment_plan: "pix",
      payment_method: "Pix à vista",
    },
    letter: {
      code: "7K3MQ9ZT4B0X",
      issuedAt: "2026-01-26T14:30:00Z",
      facts: { property_city: "Maringá", property_state: "PR", cover_limit: 15540, fee: 1776 },
    },
    documents: [
      { name: "Carta de fiança", file: "carta-de-fianca.pdf" },
      { name: "Contrato de garantia", file: "contrato-de-garantia.pdf" },
    ],
  },
  {
    id: "3b0d1f52-6c1e-4f0a-9d56-0a8f2f6f1c02",
    account: second,
    row: {
      status: "ended",
      tenant_name: "João Pedro Tavares",
      tenant_cpf: "11144477735",
      tenant_phone: null,
      landlord_name: "Imobiliária Horizonte",
      landlord_phone: null,
      property_type: "Casa",
      property_address: "Rua das Palmeiras, 87, Gleba Palhano, Londrina, PR",
      rental_value: 2400.5,
      guarantee_reference_value: 14403,
      start_date: "2025-07-01",
      end_date: "2025-12-31",
      contract_duration_months: 6,
      payment_plan: "pix",
      payment_method: "Pix à vista",
    },
    letter: {
      code: "2H8RV5NC6W1D",
      issuedAt: "2025-06-24T13:00:00Z",
      facts: {
        property_city: "Londrina",
        property_state: "PR",
        cover_limit: 10082.1,
        fee: 1152.24,
      },
    },
    documents: [{ name: "Carta de fiança", file: "carta-de-fianca.pdf" }],
  },
];

type DemoContract = (typeof demoContracts)[number];

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
        headers: { "cache-control": noStore },
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
