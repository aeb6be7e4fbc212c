import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { useBackend } from "../../backend/backend-context.tsx";
import { DataFailure } from "../../backend/ask-as-staff.ts";
import { contractClient } from "../../backend/contract-session.ts";
import { hasOpenedContract, openContractNumber } from "../../backend/browser-storage.ts";
import { clientTabPath } from "../../config/paths.ts";
import { showToast } from "../../ui/feedback/show-toast.tsx";
import { readContract } from "./read-contract.ts";

/**
 * The contract that was opened in this tab, and the way out. A session that is missing or ends
 * while the page is open leads back to the login.
 */
export function useOpenContract() {
  const backend = useBackend();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [contractNumber] = useState(openContractNumber.read);
  const left = useRef(false);

  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: ["contract", contractNumber],
    queryFn: ({ signal }) => readContract(backend, contractNumber, signal),
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
    contract: data,
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
