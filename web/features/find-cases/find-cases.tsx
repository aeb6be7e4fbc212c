import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import * as z from "zod/mini";
import { formatDocument } from "../../../supabase/functions/_shared/contracts/fields/formats.ts";
import { askAsStaff } from "../../backend/ask-as-staff.ts";
import { useBackend } from "../../backend/backend-context.tsx";
import { paths } from "../../config/paths.ts";
import { Spinner, StatePanel } from "../../ui/feedback/states.tsx";
import { TextField } from "../../ui/form/controls.tsx";
import { useSettled } from "../../ui/layout/hooks.ts";
import { SiteLink } from "../../ui/layout/links.tsx";
import { casePath, partnerMark, useChosenCase } from "../../ui/layout/list-and-detail.tsx";

const TYPING_PAUSE_MS = 300;
/** What the database asks for (private.find_cases): less names nobody. */
const MIN_LETTERS = 3;
/** How many of a kind it gives at most. */
const MOST = 6;

interface FindCasesProps {
  renderLandlord: (id: string, onBack: () => void) => ReactNode;
}

/** One field over everything that has a name; what is found opens at its own address, a landlord here. */
export function FindCases({ renderLandlord }: FindCasesProps) {
  const [landlord, choose] = useChosenCase();
  return landlord ? renderLandlord(landlord, () => choose(null)) : <Search />;
}

function Search() {
  const [search, setSearch] = useLastSearch();
  const wanted = useSettled(search.trim(), TYPING_PAUSE_MS);
  const { data, isError, isPlaceholderData, refetch } = useFound(wanted);
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
        <div aria-live="polite" className={isPlaceholderData ? "opacity-60" : ""}>
          {data ? (
            <Found cases={data} />
          ) : isError ? (
            <StatePanel
              icon="bell"
              title="A busca não foi feita"
              text="Confira sua conexão e tente novamente."
            >
              <button type="button" className="btn btn-primary" onClick={() => void refetch()}>
                Tentar novamente
              </button>
            </StatePanel>
          ) : (
            <Spinner label="Buscando..." />
          )}
        </div>
      )}
    </search>
  );
}

const caseSchema = z.object({
  kind: z.enum(["request", "contract", "claim", "partnership", "partner", "message", "landlord"]),
  id: z.string(),
  title: z.string(),
  /** Protocol, the contract's number or a document; partners have none. */
  number: z.nullable(z.string()),
  /** Address, contact, subject or how many contracts. */
  about: z.string(),
});
type Case = z.output<typeof caseSchema>;

const kinds: Record<Case["kind"], { title: string; path: (id: string) => string }> = {
  request: { title: "Simulações", path: (id) => casePath(paths.reviewSimulations, id) },
  contract: { title: "Contratos", path: (id) => casePath(paths.staffContracts, id) },
  claim: { title: "Acionamentos", path: (id) => casePath(paths.staffClaims, id) },
  partnership: {
    title: "Pedidos de parceria",
    path: (id) => casePath(paths.staffPartnerships, id),
  },
  partner: {
    title: "Parceiros",
    path: (id) => casePath(paths.staffPartnerships, partnerMark + id),
  },
  message: { title: "Mensagens", path: (id) => casePath(paths.staffMessages, id) },
  landlord: { title: "Locadores", path: (id) => casePath(paths.staffSearch, id) },
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
      {Object.entries(kinds).map(([kind, { title, path }]) => {
        const ofKind = cases.filter((found) => found.kind === kind);
        return (
          ofKind.length > 0 && (
            <section key={kind} aria-labelledby={`achados-${kind}`}>
              <h2 id={`achados-${kind}`} className="mb-2 text-base">
                {title}
              </h2>
              <ul className="divide-y divide-sand-200 overflow-hidden rounded-md border border-base-300 bg-base-100">
                {ofKind.map((found) => (
                  <li key={found.id}>
                    <SiteLink
                      href={path(found.id)}
                      className="grid gap-0.5 px-4 py-3 no-underline hover:bg-sand-100"
                    >
                      <span className="font-semibold wrap-anywhere">{found.title}</span>
                      <span className="text-soft text-sm wrap-anywhere">{found.about}</span>
                      {found.number && (
                        <span className="text-xs whitespace-nowrap text-muted tabular-nums">
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
  const backend = useBackend();
  return useQuery({
    queryKey: [...findKey, search],
    queryFn: async ({ signal }) =>
      z
        .array(caseSchema)
        .parse(
          await askAsStaff(backend, (client) =>
            client.rpc("find_cases", { search }).abortSignal(signal),
          ),
        ),
    enabled: search.length >= MIN_LETTERS,
    placeholderData: keepPreviousData,
  });
}

const findKey = ["find-cases"] as const;

/**
 * What was searched last, for whoever comes back from what was found. It is of persons, so it stays in
 * this page's memory, out of the address and of the browser's storage; signing out forgets it.
 */
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
