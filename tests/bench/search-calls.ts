import { z } from "zod";
import type { SearchDatabase } from "./search-database.ts";

export interface SearchCall {
  view: string;
  search: string | null;
  after_at: string | null;
  after_id: string | null;
}

/** Function that returns a call for one kind of search. Each value of `turn` gives other words or another page. */
export type SearchKind = (turn: number) => SearchCall;

const personSchema = z.object({
  number: z.string(),
  full_name: z.string(),
  email: z.string(),
  cpf: z.string(),
  protocol: z.string(),
  created_at: z.string(),
  id: z.string(),
});
type Person = z.infer<typeof personSchema>;

const FIRST: SearchCall = { view: "all", search: null, after_at: null, after_id: null };

/**
 * Search words that staff may type, by kind of search. Some kinds match one person, and others match many or nobody.
 */
const words: Record<string, (person: Person, turn: number) => string> = {
  "a given name": ({ full_name }) => part(full_name, 0),
  "a family name in capitals": ({ full_name }) => part(full_name, 1).toUpperCase(),
  "two words": ({ full_name }) => `${part(full_name, 1)} ${part(full_name, 0)}`,
  "a whole name": ({ full_name }) => full_name,
  "a rare word": ({ number }) => number,
  "a word and a rare one": ({ full_name, number }) => `${part(full_name, 1)} ${number}`,
  "an e-mail": ({ email }) => email,
  "part of an e-mail": ({ number }) => `soa${number}@ex`,
  "the domain of all": () => "@exemplo.com.br",
  "a CPF with its mask": ({ cpf }) => cpf.replace(/(\d{3})(\d{3})(\d{3})(\d{2})/, "$1.$2.$3-$4"),
  "part of a CPF": ({ cpf }) => cpf.slice(2, 9),
  "four digits": ({ cpf }) => cpf.slice(3, 7),
  "three digits": ({ cpf }, turn) => cpf.slice(turn % 8, (turn % 8) + 3),
  "a protocol": ({ protocol }) => protocol,
  "part of a protocol": ({ protocol }) => protocol.slice(-6).toLowerCase(),
  "the protocols of a year": ({ protocol }) => protocol.slice(0, 8),
  "one letter": (_person, turn) => letter(turn),
  "two letters": (_person, turn) => letter(turn) + letter(turn * 7 + 3),
  "signs that begin no word": () => "@ .",
  "signs alone": (_person, turn) => ["%_%", "%%%", "@.", "...", "--", "_", "\\"][turn % 7] ?? "",
  "the same digit": (_person, turn) => String(turn % 10).repeat(4),
  "the beginning of some e-mails": ({ number }) => `pessoa${number.slice(0, -3)}`,
  "the beginning of many e-mails": ({ number }) => `pessoa${number.slice(0, 1)}`,
  "nothing that exists": (_person, turn) => `xyz${letter(turn)}${letter(turn * 5)}`,
};
/** Kinds of search whose second page is read as well. */
const paged = ["a given name", "two words", "four digits", "one letter"];

/** Returns the kinds of calls of the staff list, by name. Most search words come from rows of this database. */
export async function searchCalls(database: SearchDatabase): Promise<Map<string, SearchKind>> {
  const people = await somePeople(database);
  const person = (turn: number) => {
    const found = people[turn % people.length];
    if (!found) throw new Error("There is no person to look for.");
    return found;
  };
  const after = (turn: number): SearchCall => {
    const { created_at, id } = person(turn * 31 + 17);
    return { ...FIRST, after_at: created_at, after_id: id };
  };
  const kinds = new Map<string, SearchKind>([
    ["first page", () => FIRST],
    ["next page", after],
  ]);
  for (const view of ["decide", "approved", "rejected"]) {
    kinds.set(`view ${view}`, () => ({ ...FIRST, view }));
    kinds.set(`view ${view}, next page`, (turn) => ({ ...after(turn), view }));
  }
  for (const [what, say] of Object.entries(words)) {
    const search = (turn: number) => say(person(turn), turn);
    kinds.set(what, (turn) => ({ ...FIRST, search: search(turn) }));
    if (!paged.includes(what)) continue;
    kinds.set(`${what}, next page`, (turn) => ({ ...after(turn), search: search(turn) }));
  }
  return kinds;
}

/** Returns people from all parts of the table in random order. */
async function somePeople({ sql, rows }: SearchDatabase) {
  const step = 7_919;
  const emails = Array.from(
    { length: Math.min(997, rows) },
    (_, turn) => `pessoa${((turn * step) % rows) + 1}@exemplo.com.br`,
  );
  const found = await sql`
    select substring(email from '\\d+') as number, full_name, email, cpf, protocol,
      created_at::text, id
    from public.simulations where email = any (${emails}) order by md5(email)`;
  return z.array(personSchema).parse([...found]);
}

function part(name: string, place: number): string {
  return name.split(" ")[place] ?? "";
}

function letter(turn: number): string {
  return String.fromCodePoint(97 + (turn % 26));
}
