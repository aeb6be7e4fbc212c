import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { actAs, callAsConnected } from "../support/act-as.ts";
import { createStaff, createUser } from "../support/create-user.ts";
import { insertContract } from "../support/insert-contract.ts";
import {
  contactMessageRow,
  contractRow,
  movementRow,
  offerRow,
  partnerRow,
  partnershipRow,
  simulationRow,
} from "../support/sample-rows.ts";
import { seedManySimulations } from "../support/seed-many-simulations.ts";
import { testDatabase } from "../support/test-database.ts";
import type { TestDatabase } from "../support/test-database.ts";

const casesSchema = z.array(z.object({ kind: z.string(), id: z.string() }));

const ids = new Map<string, string>();
const company_name = "Imobiliária Zabelê";
const owner_name = "Zuleica Quixadá";

let database: TestDatabase;
let userId: string;
beforeAll(async () => {
  database = await testDatabase();
  const { sql } = database;
  userId = await createStaff(sql, "equipe@payser.example");
  // More requests than the search shows of a kind.
  await seedManySimulations(sql, 30);
  const plant = async (kind: string, table: string, row: Record<string, unknown>) => {
    const [planted] = await sql`insert into ${sql(`public.${table}`)} ${sql(row)} returning id`;
    ids.set(kind, String(planted?.["id"]));
  };
  const lives = { property_address: "Rua das Xananas, 77", phone: "85912340000" };
  await plant("request", "simulations", simulationRow({ owner_name, ...lives }));
  const owner = await createUser(sql, "contrato-a@contratos.payser.invalid");
  const contract = contractRow(owner, { landlord_name: owner_name, tenant_phone: null });
  ids.set("contract", (await insertContract(sql, contract)).id);
  await sql`
    insert into public.letters (contract_id, code)
    values (${ids.get("contract") ?? ""}, 'ZZZZYYYYXXXX')`;
  await sql`
    insert into private.replaced_letters (contract_id, code, issued_at, file_sha256)
    values (${ids.get("contract") ?? ""}, 'ZZZZYYYYWWWW', now(), ${"0".repeat(64)})`;
  const wish = partnershipRow({ company_name, phone: "85912340001" });
  await plant("partnership", "partnership_requests", wish);
  await plant("partner", "partners", partnerRow({ company_name }));
  const name = "Zenóbia D’Ávila Quixadá";
  await plant("message", "contact_messages", contactMessageRow({ name }));
}, 60_000);
afterAll(() => database.close());

test.each([
  ["quixadá", "request contract message"],
  ["XANANAS 77", "request"],
  ["(85) 91234-0000", "request"],
  ["+55 85 91234-0001", "partnership"],
  ["zzzz-yyyy-xxxx", "contract"],
  ["zzzz-yyyy-wwww", "contract"],
  ["zabele", "partnership partner"],
  ["zenobia quixada", "message"],
  ["zenobia davila", "message"],
  ["d'avila quixada", "message"],
  ["D´Ávila", "message"],
  ["ninguém assim", ""],
  ["qu", ""],
  ["---", ""],
])("the search finds %s in: %s", async (search, kinds) => {
  const wanted = kinds.split(" ").filter(Boolean);
  const found = casesSchema.parse(await call("find_cases", { search }));
  expect(found).toEqual(wanted.map((kind) => ({ kind, id: ids.get(kind) })));
});

test("the search finds a contract by its Pix identifier, its number as copied, and a receipt", async () => {
  const { sql } = database;
  const id = ids.get("contract") ?? "";
  await sql`insert into public.movements ${sql(movementRow(id))}`;
  const [known] = await sql`
    select contract.contract_number, receipt.number, receipt.code
    from public.contracts as contract join public.movements as paid on paid.contract_id = contract.id
    join private.receipts as receipt on receipt.movement_id = paid.id
    where contract.id = ${id}`;
  const { contract_number, number, code } = z
    .object({ contract_number: z.string(), number: z.string(), code: z.string() })
    .parse(known);
  const bare = contract_number.replaceAll("-", "");
  const spellings = [
    bare,
    `${bare}P02`,
    contract_number.replaceAll("-", " – "),
    number,
    number.replaceAll("-", " ").toLowerCase(),
    code,
  ];
  for (const search of spellings) {
    // oxlint-disable-next-line no-await-in-loop -- one session searches at a time
    const found = casesSchema.parse(await call("find_cases", { search }));
    expect([search, found]).toEqual([search, [{ kind: "contract", id }]]);
  }
});

test("the search records its hits as readings of their lists", async () => {
  const rows = await database.sql`
    select distinct action, jsonb_array_elements_text(details -> 'ids') as id
    from public.audit_trail where actor = ${userId}`;
  const read = new Map(rows.map(({ action, id }) => [String(id), String(action)]));
  expect([...ids.values()].map((id) => read.get(id)?.slice(5)).join(" ")).toBe(
    "simulations contracts partnership-requests partners contact-messages",
  );
});

test("the search shows at most six of a kind, and a request leads to its contract", async () => {
  const found = casesSchema.parse(await call("find_cases", { search: "@exemplo.com.br" }));
  expect(found.filter(({ kind }) => kind === "request")).toHaveLength(6);
  const { sql } = database;
  const simulation_id = ids.get("request") ?? "";
  await sql`
    with offer as (insert into public.offers ${sql(offerRow(simulation_id))} returning id)
    update public.contracts set offer_id = offer.id from offer
    where contracts.id = ${ids.get("contract") ?? ""}`;
  expect(await call("simulation_detail", { simulation_id })).toMatchObject({
    contract: { id: ids.get("contract"), number: expect.stringMatching(/^PF-/) },
  });
});

function call(name: string, args: Record<string, string>) {
  return actAs(database.sql, { role: "authenticated", userId }, (sql) =>
    callAsConnected(sql, name, args),
  );
}
