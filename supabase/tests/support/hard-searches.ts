import type { Sql } from "postgres";

/** Names and e-mail addresses that are hard to search, because each resembles another one in this list. */
export const hardNames: [name: string, email: string, cpf: string][] = [
  ["Ana Lima", "ana.lima@exemplo.com.br", "52998224725"],
  ["ANA SOUZA LIMA", "ana_lima@exemplo.com", "11144477735"],
  ["Íris Gonçalves", "iris@gon-calves.com.br", "52998224725"],
  ["Iris Goncalves", "i.r.i.s@goncalves.net", "11144477735"],
  ["João D'Ávila 100%", "joao%davila@exemplo.com", "52998224725"],
  ["João D_Ávila 100", "joao_davila@exemplo.com", "11144477735"],
  ["Joa\\o Barra", "joa\\o@exemplo.com", "52998224725"],
  ["Zeca 777", "z777@seven.com", "52998224725"],
  ["Zeca 7777", "z7777@seven.com", "52998224725"],
  ["Zeca 777777", "z777777@seven.com", "52998224725"],
  ["Zeca 7777777", "z77777@seven.com", "52998224725"],
  ["@rroba .Ponto", "x@y.zz", "52998224725"],
  ["... --- %%% ___", "...@---.__", "52998224725"],
  ["Ana  Dois  Espaços", "ana..lima@exemplo.com.br", "11144477735"],
  ["Ana\tTabulação", "anaana@exemplo.com.br", "11144477735"],
  ["Straße Ñandú Øre", "strasse@ore.dk", "52998224725"],
  ["Bia 😀😀😀😀 Sorriso", "bia@sorriso.com", "52998224725"],
  ["Aaaaaaaa Bbbb", "aaaa@bbbb.cc", "52998224725"],
  ["Qx Zw", "qx@zw.br", "11144477735"],
];

/** Search texts. Most of these texts find at least one of the names above. */
export const hardSearches = [
  ..."a q qx an ana lima ANA ÍRIS íris gonçalves GONCALVES nçal ç çã d'á d'avila".split(" "),
  ..."@ . - % _ \\ %% %%% __ ___ \\% \\\\ %_ 100% 100 0% d_a a@ @e a@b x@y.zz @exemplo".split(" "),
  ..."ana.lima@exemplo.com.br lima@exemplo ana.lima@exemplo.com joao%davila joao_davila".split(" "),
  ..."... .. --- .com .com.br com.br @---. 7 77 777 7777 77777 777777 7777777 77777777".split(" "),
  ..."529.982.247-25 52998224725 529.982 982247 247-25 11144477735 111.444 ps- ps-2026- -2026".split(
    " ",
  ),
  ..."aaaa aaaaaa aaaaaaaaa bbbb 😀 😀😀 😀😀😀😀 straße strasse ñandú øre xyzxyz".split(" "),
  "@ .",
  "lima ana",
  "  ana   lima  ",
  "ana\tlima",
  "a l e b",
  "ana 529.982.247-25",
  "529 982 247 25",
  "ana lima exemplo com br 52998224725",
  "zeca 777 seven z7777",
  "%' or '1'='1",
];

const formerPatterns = String.raw`
  create function former.search_patterns(wanted_search text) returns text[]
  language sql immutable strict parallel safe
  set search_path = ''
  as $$
    select array_agg(
      -- The index has groups of three letters; shorter words are searched at the beginning of a word.
      case when char_length(word) < 3 then '% ' else '%' end
        || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'
    )
    from regexp_split_to_table(
      -- A CPF is stored without its mask but often pasted with it.
      case
        when wanted_search ~ '^[0-9. -]+$' then private.digits(wanted_search)
        else private.search_key(wanted_search)
      end,
      '\s+'
    ) as word
    where word <> '';
  $$;`;

/**
 * Makes the database function `former.is_found`, the former staff search, which used no index. The search with the
 * index must give the same results. A search without words finds every row.
 */
export async function keepFormerSearch(sql: Sql): Promise<void> {
  await sql.unsafe("create schema former");
  await sql.unsafe(formerPatterns);
  await sql`
    create function former.is_found(search_text text, search text) returns boolean
    language sql immutable
    return former.search_patterns(search) is null
      or search_text like all (former.search_patterns(search))`;
}
