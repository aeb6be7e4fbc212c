import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { ClaimView } from "#contracts/claims/claims.ts";
import { DataFailure } from "../../backend/data-failure.ts";
import { Button } from "../../ui/feedback/button.tsx";
import { useBackend } from "../../backend/backend-context.tsx";
import { hasOpenedContract, openContractNumber } from "../../backend/browser-storage.ts";
import { contractClient } from "../../backend/contract-session.ts";
import { clientTabPath } from "../../config/paths.ts";
import { showToast } from "../../ui/feedback/show-toast.tsx";
import { Spinner, StatePanel } from "../../ui/feedback/states.tsx";
import { ButtonLink } from "../../ui/layout/links.tsx";
import { TenantPeriods } from "../../features/claims/tenant/tenant-periods.tsx";
import { OpenedClaim, useMyClaims } from "../../features/claims/tenant/tenant-claims.tsx";
import { caseHashOf, useChosenCase } from "../../ui/layout/list-and-detail.tsx";
import type { ContractQueryResult } from "../../content/sanity.types.ts";
import { type Contract, readContracts } from "../../features/leases/tenant/contract-data.ts";
import { PasswordDialog } from "../../features/leases/tenant/password-dialog.tsx";
import { OpenContract } from "./open-contract.tsx";

/** Shows the tenant's contracts. The URL's fragment may name the contract or the claim to show. */
export function MyContract({ texts }: { texts: NonNullable<ContractQueryResult> }) {
  const [named, openCase] = useChosenCase();
  const [isChangingPassword, setIsChangingPassword] = useState(false);
  const { contracts, isLoading, failed, tryAgain, expire, signOut } = useOpenContract();
  const { data: claims } = useMyClaims(contracts !== undefined && contracts !== null);
  const { contract, openedClaim, choose } = useShownContract(contracts, claims, named);

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
        <OpenedClaim
          claims={claims}
          opened={openedClaim}
          texts={texts}
          onBack={() => openCase(null)}
        />
      )}
      {contracts && contract && openedClaim === null && (
        <div className="grid grid-cols-1 gap-6 print:gap-2">
          {contracts.length > 1 && (
            <TenantPeriods
              contracts={contracts}
              claims={claims ?? []}
              shown={contract.id}
              texts={texts}
              onChoose={choose}
            />
          )}
          <OpenContract
            key={contract.id}
            contract={contract}
            contracts={contracts}
            claims={claims ?? []}
            texts={texts}
            onOpenClaim={openCase}
            onSessionEnd={expire}
          />
        </div>
      )}
      {isChangingPassword && contract && (
        <PasswordDialog
          texts={texts.passwordChange}
          onSessionEnd={expire}
          onClose={() => setIsChangingPassword(false)}
        />
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

/**
 * Returns the contract to show: the one that the person chose, that the URL names, or of the claim that the URL names,
 * else the first one. The contract stays the same when the list changes its order, for example after a withdrawal.
 */
function useShownContract(
  contracts: readonly Contract[] | null | undefined,
  claims: readonly ClaimView[] | undefined,
  named: string | null,
) {
  const [chosen, setChosen] = useState<{ id: string; named: string | null }>();
  const linked = contracts?.find(({ id }) => id === named);
  const openedClaim = linked ? null : named;
  const ofClaim = claims?.find(({ id }) => id === named)?.contractId;
  const wanted = chosen?.named === named ? chosen.id : (linked?.id ?? chosen?.id ?? ofClaim);
  const contract = contracts?.find(({ id }) => id === wanted) ?? contracts?.[0];
  const isSettled = openedClaim === null || claims !== undefined;
  if (contract && isSettled && (chosen?.id !== contract.id || chosen.named !== named)) {
    setChosen({ id: contract.id, named });
  }
  return { contract, openedClaim, choose: (id: string) => setChosen({ id, named }) };
}

/** Reads the tenant's contracts. Redirects to the login when the session is missing or has ended. */
function useOpenContract() {
  const backend = useBackend();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [contractNumber] = useState(openContractNumber.read);
  const left = useRef(false);
  // A link in a mail names a contract or a claim. The sign-in leads back to it.
  const linked = caseHashOf(useLocation().hash);

  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: ["contract", contractNumber],
    queryFn: ({ signal }) => readContracts(backend, contractNumber, signal),
    // The query's personal data leaves the memory when the person leaves the page.
    gcTime: 0,
    retry: (failures, reason) => failures < 1 && !isSessionEnd(reason),
  });

  const leave = useCallback(
    (notice: Parameters<typeof showToast>[0], hash = "") => {
      // The `signOut` call below triggers this function a second time.
      if (left.current) return;
      left.current = true;
      openContractNumber.clear();
      showToast(notice);
      void navigate(clientTabPath + hash, { replace: true });
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
    () => leave(hasOpenedContract() ? expiredNotice : firstVisitNotice, linked),
    [leave, linked],
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
