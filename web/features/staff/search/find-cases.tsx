import { keepPreviousData, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { formatDocument } from "#contracts/fields/formats.ts";
import { type CaseKind, caseKinds, caseLinks } from "../../../backend/staff/case-links.ts";
import { useStaffQuery } from "../../../backend/staff/staff-hooks.ts";
import { QueryState } from "../../../ui/feedback/query-state.tsx";
import { StatePanel } from "../../../ui/feedback/states.tsx";
import { TextField } from "../../../ui/form/controls.tsx";
import { useSettled } from "../../../ui/layout/hooks.ts";
import { SiteLink } from "../../../ui/layout/links.tsx";
import { LandlordPanel } from "../../landlords/staff/landlord-panel.tsx";
import { useChosenCase } from "../../../ui/layout/list-and-detail.tsx";
import { listRows } from "../shell/shortcuts.tsx";

const TYPING_PAUSE_MS = 300;
/** Minimum length of a search, equal to the limit in private.find_cases. Shorter texts do not identify a person. */
const MIN_LETTERS = 3;
/** Maximum number of results shown for each kind of case. */
const MOST = 6;

/**
 * Searches cases of all kinds. A found landlord replaces the search on this screen; other results open on other
 * screens.
 */
export function FindCases() {
  const [landlord, choose] = useChosenCase();
  if (!landlord) return <Search />;
  return <LandlordPanel key={landlord} id={landlord} onBack={() => choose(null)} />;
}

function Search() {
  const [search, setSearch] = useLastSearch();
  const wanted = useSettled(search.trim(), TYPING_PAUSE_MS);
  const found = useFound(wanted);
  return (
    <search className="grid gap-6">
      <TextField
        name="search"
        type="search"
        texts={{
          label: "Buscar em tudo",
          help: "Nome, CPF ou CNPJ, e-mail, telefone, protocolo, número do contrato, código da carta, proprietário ou endereço.",
        }}
        autoComplete="off"
        maxLength={100}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {wanted.length >= MIN_LETTERS && (
        <div aria-live="polite" className={found.isPlaceholderData ? "opacity-60" : ""}>
          {found.data ? (
            <Found cases={found.data} />
          ) : (
            <QueryState query={found} loading="Buscando..." failed="A busca não foi feita" />
          )}
        </div>
      )}
    </search>
  );
}

const caseSchema = z.object({
  kind: z.enum(caseKinds),
  id: z.string(),
  title: z.string(),
  /** Protocol, contract number or document number; null for a partner. */
  number: z.nullable(z.string()),
  /** Property address, contact, subject or number of contracts, depending on the kind of result. */
  about: z.string(),
});
type Case = z.output<typeof caseSchema>;

const titles: Record<CaseKind, string> = {
  request: "Simulações",
  contract: "Contratos",
  claim: "Acionamentos",
  partnership: "Pedidos de parceria",
  partner: "Parceiros",
  message: "Mensagens",
  landlord: "Locadores",
};

function Found({ cases }: { cases: readonly Case[] }) {
  if (cases.length === 0) {
    return (
      <StatePanel
        icon="search"
        title="Nada encontrado"
        text="Confira o que foi digitado, ou busque por outro dado da mesma pessoa."
      />
    );
  }
  return (
    <div className="grid gap-8">
      {caseKinds.map((kind) => {
        const ofKind = cases.filter((found) => found.kind === kind);
        return (
          ofKind.length > 0 && (
            <section key={kind} aria-labelledby={`achados-${kind}`}>
              <h2 id={`achados-${kind}`} className="mb-2 text-base">
                {titles[kind]}
              </h2>
              <ul
                {...listRows}
                className="divide-y divide-sand-200 overflow-hidden rounded-md border border-base-300 bg-base-100"
              >
                {ofKind.map((found) => (
                  <li key={found.id}>
                    <SiteLink
                      href={caseLinks[kind](found.id)}
                      className="grid gap-0.5 px-4 py-3 no-underline hover:bg-sand-100"
                    >
                      <span className="font-semibold wrap-anywhere">{found.title}</span>
                      <span className="text-soft text-sm wrap-anywhere">{found.about}</span>
                      {found.number && (
                        <span className="text-xs wrap-anywhere text-muted tabular-nums">
                          {kind === "landlord" ? formatDocument(found.number) : found.number}
                        </span>
                      )}
                    </SiteLink>
                  </li>
                ))}
              </ul>
              {ofKind.length >= MOST && (
                <p className="text-soft mt-2 text-sm">
                  Só os {MOST} mais recentes: escreva mais para encontrar outros.
                </p>
              )}
            </section>
          )
        );
      })}
    </div>
  );
}

function useFound(search: string) {
  return useStaffQuery({
    queryKey: [...findKey, search],
    schema: z.array(caseSchema),
    ask: (client) => client.rpc("find_cases", { search }),
    enabled: search.length >= MIN_LETTERS,
    placeholderData: keepPreviousData,
  });
}

const findKey = ["find-cases"] as const;

/** Keeps the last search in memory only, because searches name people. Signing out clears the search. */
function useLastSearch() {
  const queries = useQueryClient();
  const [search, setSearch] = useState(() => queries.getQueryData<string>(findKey) ?? "");
  return [
    search,
    (next: string) => {
      queries.setQueryData(findKey, next);
      setSearch(next);
    },
  ] as const;
}
