import type { SearchGround } from "./search-ground.ts";

export interface SearchCall {
  view: string;
  search: string | null;
  after_at: string | null;
  after_id: string | null;
}

/** Each kind of search that staff do, with words that these rows have. */
export async function searchCalls({ sql, rows }: SearchGround): Promise<Map<string, SearchCall>> {
  const [middle] = await sql`
    select created_at::text, id from public.simulations
    order by created_at desc, id desc offset ${rows / 2} limit 1`;
  const number = Math.floor((rows * 7) / 9);
  const email = `pessoa${number}@exemplo.com.br`;
  const [someone] = await sql`
    select cpf, protocol from public.simulations where email = ${email}`;
  const cpf = String(someone?.["cpf"]);
  const first: SearchCall = { view: "all", search: null, after_at: null, after_id: null };
  const next = {
    ...first,
    after_at: String(middle?.["created_at"]),
    after_id: String(middle?.["id"]),
  };
  const searches: Record<string, string> = {
    "a word of many": "Gabriela",
    "two words": "gabriela souza",
    "a rare word": String(number),
    "a word and a rare one": `pereira ${number}`,
    "an e-mail": email,
    "part of an e-mail": `soa${number}@ex`,
    "the domain of all": "@exemplo.com.br",
    "a CPF with its mask": cpf.replace(/(\d{3})(\d{3})(\d{3})(\d{2})/, "$1.$2.$3-$4"),
    "part of a CPF": cpf.slice(2, 9),
    "a protocol": String(someone?.["protocol"]),
    "the beginning of all protocols": "PS-2026-",
    "one letter": "q",
    "two letters that begin no word": "qx",
    "signs that begin no word": "@ .",
    "signs alone": "%_%",
    "the same digit": "0000",
    "what only some hundreds have": `pessoa${String(number).slice(0, -3)}`,
    "nothing that exists": "xyzxyz",
  };
  return new Map([
    ["first page", first],
    ["next page", next],
    ["one status", { ...first, view: "approved" }],
    ...Object.entries(searches).map(([what, search]): [string, SearchCall] => [
      what,
      { ...first, search },
    ]),
    ["next page of a search", { ...next, search: "gabriela" }],
  ]);
}
