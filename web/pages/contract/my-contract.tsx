import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { formatShortDate } from "#contracts/fields/formats.ts";
import { DataFailure } from "../../backend/data-failure.ts";
import { Button } from "../../ui/feedback/button.tsx";
import { useBackend } from "../../backend/backend-context.tsx";
import { hasOpenedContract, openContractNumber } from "../../backend/browser-storage.ts";
import { contractClient } from "../../backend/contract-session.ts";
import { clientTabPath } from "../../config/paths.ts";
import { CalendarButton } from "../../ui/feedback/calendar-button.tsx";
import { showToast } from "../../ui/feedback/show-toast.tsx";
import { Spinner, StatePanel } from "../../ui/feedback/states.tsx";
import { ButtonLink } from "../../ui/layout/links.tsx";
import { Whole } from "../../ui/section/facts.tsx";
import { TenantClaims } from "../../features/claims/tenant/tenant-claims.tsx";
import { OwnInspections } from "../../features/inspections/tenant/own-inspections.tsx";
import { OwnCorrection } from "../../features/leases/tenant/own-correction.tsx";
import { RegretContract } from "../../features/leases/tenant/regret-contract.tsx";
import { useChosenCase } from "../../ui/layout/list-and-detail.tsx";
import type { ContractQueryResult } from "../../content/sanity.types.ts";
import { calendarOfContract } from "../../features/leases/tenant/contract-calendar.tsx";
import {
  type Contract,
  type ContractTexts,
  readContracts,
  useEnding,
  wordsOfTerm,
} from "../../features/leases/tenant/contract-data.ts";
import {
  ContractDocuments,
  ContractLetter,
} from "../../features/leases/tenant/contract-documents.tsx";
import { ContractPayment } from "../../features/payments/tenant/contract-payment.tsx";
import {
  ContractExclusions,
  ContractHelp,
  ContractOutlook,
  ContractSheet,
} from "../../features/leases/tenant/contract-sheet.tsx";
import { LandlordAddress } from "../../features/landlords/tenant/landlord-address.tsx";
import { EndContract } from "../../features/leases/tenant/end-contract.tsx";
import { PasswordDialog } from "../../features/leases/tenant/password-dialog.tsx";
import { RenewContract } from "../../features/leases/tenant/renew-contract.tsx";

export function MyContract({ texts }: { texts: NonNullable<ContractQueryResult> }) {
  const [openedClaim, openClaim] = useChosenCase();
  const [isChangingPassword, setIsChangingPassword] = useState(false);
  const queries = useQueryClient();
  const { contracts, isLoading, failed, tryAgain, expire, signOut } = useOpenContract();
  const [chosen, setChosen] = useState<string>();
  const contract = contracts?.find(({ id }) => id === chosen) ?? contracts?.[0];
  const { data: endings } = useEnding(contract?.id);
  // Day on which staff confirmed that the keys were returned.
  const keysOn = endings?.ending?.status === "confirmed" ? endings.ending.keys_on : null;
  return (
    <>
      <div className="mb-8 flex min-h-12 print:mb-2 print:min-h-0 flex-wrap items-center justify-between gap-4">
        <h1 className="text-heading">{texts.title}</h1>
        {contract && (
          <div className="flex flex-wrap gap-3 print:hidden">
            <Button onClick={() => setIsChangingPassword(true)}>{texts.changePasswordLabel}</Button>
            <Button onClick={signOut}>{texts.signOutLabel}</Button>
          </div>
        )}
      </div>
      {isLoading && <Spinner label={texts.loadingLabel} />}
      {contract && openedClaim !== null && (
        <TenantClaims
          contractId={contract.id}
          opened={openedClaim}
          onOpen={openClaim}
          texts={texts}
        />
      )}
      {contract && openedClaim === null && (
        <div className="grid grid-cols-1 gap-6 print:gap-3">
          {contracts && contracts.length > 1 && (
            <ContractList
              contracts={contracts}
              shown={contract.id}
              texts={texts}
              onChoose={setChosen}
            />
          )}
          <TenantClaims contractId={contract.id} opened={null} onOpen={openClaim} texts={texts} />
          <OwnCorrection contractId={contract.id} texts={texts.correction} />
          <ContractLetter contract={contract} texts={texts.letter} />
          <ContractPayment contract={contract} texts={texts} />
          <RenewContract
            key={`renewal ${contract.id}`}
            contractId={contract.id}
            texts={texts.renewal}
          />
          <ContractOutlook contract={contract} ending={endings?.ending ?? null} texts={texts}>
            {contract.status !== "cancelled" && (
              <CalendarButton
                label={texts.calendar.label}
                calendarOf={() => calendarOfContract({ ...contract, keysOn }, texts)}
              />
            )}
          </ContractOutlook>
          <RegretContract
            by={{ contractId: contract.id }}
            until={endings?.regretUntil}
            texts={texts.regret}
            onRegret={() => void queries.invalidateQueries({ queryKey: ["contract"] })}
          />
          {endings && (
            <EndContract
              contract={contract}
              ending={endings.ending}
              texts={texts.ending}
              retryLabel={texts.tryAgainLabel}
            />
          )}
          <OwnInspections key={contract.id} contractId={contract.id} texts={texts.inspections} />
          <ContractSheet contract={contract} texts={texts} />
          <LandlordAddress contract={contract} texts={texts.landlordAddress} />
          <ContractExclusions exclusions={texts.exclusions} />
          {isChangingPassword && (
            <PasswordDialog
              texts={texts.passwordChange}
              onSessionEnd={expire}
              onClose={() => setIsChangingPassword(false)}
            />
          )}
          <ContractDocuments contractId={contract.id} texts={texts} onSessionEnd={expire} />
          <ContractHelp texts={texts} />
        </div>
      )}
      {!isLoading && !contract && (
        <StatePanel icon="document" title={texts.notFoundTitle}>
          <ButtonLink href={clientTabPath}>{texts.backToLoginLabel}</ButtonLink>
          {failed && <Button onClick={tryAgain}>{texts.tryAgainLabel}</Button>}
        </StatePanel>
      )}
    </>
  );
}

interface ContractListProps {
  contracts: readonly Contract[];
  shown: string;
  texts: ContractTexts;
  onChoose: (id: string) => void;
}

/** Lists the contracts of an account: the contract in force first, then future ones, then past ones. */
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

/** Reads the tenant's contracts. Redirects to the login when the session is missing or has ended. */
function useOpenContract() {
  const backend = useBackend();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [contractNumber] = useState(openContractNumber.read);
  const left = useRef(false);

  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: ["contract", contractNumber],
    queryFn: ({ signal }) => readContracts(backend, contractNumber, signal),
    // The query's personal data leaves the memory when the person leaves the page.
    gcTime: 0,
    retry: (failures, reason) => failures < 1 && !isSessionEnd(reason),
  });

  const leave = useCallback(
    (notice: Parameters<typeof showToast>[0]) => {
      // The `signOut` call below triggers this function a second time.
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
    // An ended session counts as loading, so that no error flashes up before the redirect to the login.
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
