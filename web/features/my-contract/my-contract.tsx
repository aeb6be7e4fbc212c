import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { formatShortDate } from "../../../supabase/functions/_shared/contracts/fields/formats.ts";
import { DataFailure } from "../../backend/ask-as-staff.ts";
import { useBackend } from "../../backend/backend-context.tsx";
import { hasOpenedContract, openContractNumber } from "../../backend/browser-storage.ts";
import { contractClient } from "../../backend/contract-session.ts";
import { clientTabPath } from "../../config/paths.ts";
import { showToast } from "../../ui/feedback/show-toast.tsx";
import { Spinner, StatePanel } from "../../ui/feedback/states.tsx";
import { ButtonLink } from "../../ui/layout/links.tsx";
import { Whole } from "../../ui/section/facts.tsx";
import { ContractCalendar } from "./contract-calendar.tsx";
import {
  type Contract,
  type ContractTexts,
  readContracts,
  readEnding,
  wordsOfTerm,
} from "./contract-data.ts";
import { ContractDocuments, ContractLetter } from "./contract-documents.tsx";
import { ContractPayment } from "./contract-payment.tsx";
import {
  ContractExclusions,
  ContractHelp,
  ContractOutlook,
  ContractSheet,
} from "./contract-sheet.tsx";
import { LandlordAddress } from "./landlord-address.tsx";
import { EndContract } from "./end-contract.tsx";
import { PasswordDialog } from "./password-dialog.tsx";
import { RenewContract } from "./renew-contract.tsx";

interface MyContractProps {
  texts: ContractTexts;
  /** The landlord's claims on a contract, or the one that is open in its place. */
  renderClaims: (contractId: string) => ReactNode;
  isClaimOpen: boolean;
  /** What is to be done first; the page puts the two together. */
  renderCorrection: (contractId: string) => ReactNode;
  /** Reports of entry and exit, which both sides send. */
  renderInspections: (contractId: string) => ReactNode;
  /** The right of the first days, which another feature has. */
  renderRegret: (shown: {
    contractId: string;
    until: string | null | undefined;
    onRegret: () => void;
  }) => ReactNode;
}

/** The tenant's contract with its documents, or what is shown in its place. */
export function MyContract(props: MyContractProps) {
  const { texts, renderClaims, isClaimOpen, renderCorrection } = props;
  const { renderInspections, renderRegret } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const queries = useQueryClient();
  const { contracts, isLoading, failed, tryAgain, expire, signOut } = useOpenContract();
  const [chosen, setChosen] = useState<string>();
  const contract = contracts?.find(({ id }) => id === chosen) ?? contracts?.[0];
  const endings = useEnding(contract?.id);
  return (
    <>
      <div className="mb-8 flex min-h-12 print:mb-2 print:min-h-0 flex-wrap items-center justify-between gap-4">
        <h1 className="text-heading">{texts.title}</h1>
        {contract && (
          <div className="flex flex-wrap gap-3 print:hidden">
            <button
              type="button"
              className="btn btn-outline"
              onClick={() => dialog.current?.showModal()}
            >
              {texts.changePasswordLabel}
            </button>
            <button type="button" className="btn btn-outline" onClick={signOut}>
              {texts.signOutLabel}
            </button>
          </div>
        )}
      </div>
      {isLoading && <Spinner label={texts.loadingLabel} />}
      {contract && isClaimOpen && renderClaims(contract.id)}
      {contract && !isClaimOpen && (
        <div className="grid grid-cols-1 gap-6 print:gap-3">
          {contracts && contracts.length > 1 && (
            <ContractList
              contracts={contracts}
              shown={contract.id}
              texts={texts}
              onChoose={setChosen}
            />
          )}
          {renderClaims(contract.id)}
          {renderCorrection(contract.id)}
          <ContractLetter contract={contract} texts={texts.letter} />
          <ContractPayment contract={contract} texts={texts} />
          <RenewContract
            key={`renewal ${contract.id}`}
            contractId={contract.id}
            texts={texts.renewal}
          />
          <ContractOutlook contract={contract} ending={endings?.ending ?? null} texts={texts}>
            {contract.status !== "cancelled" && (
              <ContractCalendar
                contract={contract}
                keysOn={endings?.ending?.status === "confirmed" ? endings.ending.keys_on : null}
                texts={texts}
              />
            )}
          </ContractOutlook>
          {renderRegret({
            contractId: contract.id,
            until: endings?.regretUntil,
            onRegret: () => void queries.invalidateQueries({ queryKey: ["contract"] }),
          })}
          {endings && (
            <EndContract contract={contract} ending={endings.ending} texts={texts.ending} />
          )}
          {renderInspections(contract.id)}
          <ContractSheet contract={contract} texts={texts} />
          <LandlordAddress contract={contract} texts={texts.landlordAddress} />
          <ContractExclusions exclusions={texts.exclusions} />
          <PasswordDialog dialog={dialog} texts={texts.passwordChange} onSessionEnd={expire} />
          <ContractDocuments contractId={contract.id} texts={texts} onSessionEnd={expire} />
          <ContractHelp texts={texts} />
        </div>
      )}
      {!isLoading && !contract && (
        <StatePanel icon="document" title={texts.notFoundTitle}>
          <ButtonLink href={clientTabPath}>{texts.backToLoginLabel}</ButtonLink>
          {failed && (
            <button type="button" className="btn btn-outline" onClick={tryAgain}>
              {texts.tryAgainLabel}
            </button>
          )}
        </StatePanel>
      )}
    </>
  );
}

/** What the database says of the end of a contract; nothing before it is known. */
function useEnding(contractId: string | undefined) {
  const backend = useBackend();
  const { data } = useQuery({
    queryKey: ["contract", contractId, "ending"],
    queryFn: ({ signal }) => readEnding(backend, contractId ?? "", signal),
    enabled: contractId !== undefined,
    gcTime: 0,
  });
  return data;
}

interface ContractListProps {
  contracts: readonly Contract[];
  shown: string;
  texts: ContractTexts;
  onChoose: (id: string) => void;
}

/** What one account opens: the contract in force first, then what follows and what was before. */
function ContractList({ contracts, shown, texts, onChoose }: ContractListProps) {
  return (
    <nav aria-labelledby="contracts-title" className="grid gap-3 print:hidden">
      <h2 id="contracts-title" className="text-card">
        {texts.listTitle}
      </h2>
      <ul className="grid gap-3 sm:grid-cols-2">
        {contracts.map((contract) => (
          <li key={contract.id}>
            <button
              type="button"
              className="card card-border grid w-full gap-1 p-4 text-left aria-[current=true]:border-petrol-600"
              aria-current={contract.id === shown}
              onClick={() => onChoose(contract.id)}
            >
              <Whole className="font-bold tabular-nums">{contract.contract_number}</Whole>
              <span className="text-sm">
                {formatShortDate(contract.start_date)} a {formatShortDate(contract.end_date)}
              </span>
              <span className="text-sm text-muted">{wordsOfTerm(contract, texts.term)}</span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/**
 * The contract that was opened in this tab, and the way out. A session that is missing or ends
 * while the page is open leads back to the login.
 */
function useOpenContract() {
  const backend = useBackend();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [contractNumber] = useState(openContractNumber.read);
  const left = useRef(false);

  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: ["contract", contractNumber],
    queryFn: ({ signal }) => readContracts(backend, contractNumber, signal),
    // Personal data goes with the page.
    gcTime: 0,
    retry: (failures, reason) => failures < 1 && !isSessionEnd(reason),
  });

  const leave = useCallback(
    (notice: Parameters<typeof showToast>[0]) => {
      // Signing out below announces the end of the session once more.
      if (left.current) return;
      left.current = true;
      openContractNumber.clear();
      showToast(notice);
      void navigate(clientTabPath, { replace: true });
      queries.removeQueries({ queryKey: ["contract"] });
      if (backend) {
        void contractClient(backend)
          .then((client) => client.auth.signOut({ scope: "local" }))
          .catch(() => undefined);
      }
    },
    [backend, navigate, queries],
  );
  const expire = useCallback(
    () => leave(hasOpenedContract() ? expiredNotice : firstVisitNotice),
    [leave],
  );

  const isOpen = Boolean(data);
  useEffect(() => {
    if (!error) return;
    if (isSessionEnd(error)) expire();
    else if (!isOpen)
      showToast({ title: "Erro ao carregar dados do contrato", tone: "destructive" });
  }, [error, isOpen, expire]);

  useEffect(() => {
    if (!backend || !isOpen) return;
    const closed = new AbortController();
    void contractClient(backend).then((client) => {
      const { data: watch } = client.auth.onAuthStateChange((event) => {
        if (event === "SIGNED_OUT" && !closed.signal.aborted) expire();
      });
      closed.signal.addEventListener("abort", () => watch.subscription.unsubscribe());
      if (closed.signal.aborted) watch.subscription.unsubscribe();
    });
    return () => closed.abort();
  }, [backend, isOpen, expire]);

  return {
    contracts: data,
    // On the way to the login nothing may flash up.
    isLoading: isPending || isSessionEnd(error) || (isFetching && !data),
    failed: Boolean(error),
    tryAgain: () => void refetch(),
    expire,
    signOut: () => leave({ title: "Logout realizado com sucesso", tone: "success" }),
  };
}

const expiredNotice = {
  title: "Sessão expirada. Faça login novamente.",
  tone: "destructive",
} as const;
const firstVisitNotice = { title: "Entre para ver o seu contrato.", tone: "info" } as const;

function isSessionEnd(error: unknown): boolean {
  return error instanceof DataFailure && error.reason === "session-ended";
}
