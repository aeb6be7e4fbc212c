import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useBackend } from "../../backend/backend-context.tsx";
import { CallFailure } from "../../backend/call-function.ts";
import { contractClient, openSession } from "../../backend/contract-session.ts";
import { openContractNumber } from "../../backend/browser-storage.ts";
import { showToast } from "../../ui/feedback/show-toast.tsx";

/** Specification 9. */
const REDIRECT_DELAY_MS = 1_000;

interface Credentials {
  contractNumber: string;
  password: string;
}

/** Opens a contract: session and number are kept, the person is told, and `onOpened` follows. */
export function useContractSignIn(onOpened: () => void) {
  const backend = useBackend();
  const redirect = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(redirect.current), []);

  return useMutation({
    mutationFn: async (credentials: Credentials) => {
      await openSession(backend, { name: "sign-in-contract", body: credentials }, contractClient);
      // Numbers are stored in capitals, and people type them as they like.
      openContractNumber.write(credentials.contractNumber.toUpperCase());
    },
    onSuccess: () => {
      showToast({ title: "Login realizado com sucesso!", tone: "success" });
      redirect.current = setTimeout(onOpened, REDIRECT_DELAY_MS);
    },
    onError: (error) =>
      showToast({
        title: "Erro no login",
        description: describeContractFailure(error),
        tone: "destructive",
      }),
  });
}

/** What the function said; the catalogue's texts when it said nothing (specification 8). */
export function describeContractFailure(error: Error): string {
  if (!(error instanceof CallFailure)) return "Erro ao buscar contrato";
  if (error.message) return error.message;
  return error.code === "unavailable"
    ? "Erro ao buscar contrato"
    : "Número do contrato ou senha incorretos.";
}
