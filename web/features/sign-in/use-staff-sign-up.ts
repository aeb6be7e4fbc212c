import { useMutation } from "@tanstack/react-query";
import * as z from "zod/mini";
import { useBackend } from "../../backend/backend-context.tsx";
import { callFunction } from "../../backend/call-function.ts";
import { showToast } from "../../ui/feedback/show-toast.tsx";

interface Credentials {
  email: string;
  password: string;
}

const fallback = "Verifique suas credenciais.";

/** Asks for an account, which its owner confirms by mail and staff release. */
export function useStaffSignUp(onCreated: () => void) {
  const backend = useBackend();
  return useMutation({
    mutationFn: (body: Credentials) =>
      callFunction(backend, { name: "sign-up-staff", body, data: z.object({}) }),
    onSuccess: () => {
      showToast({
        title: "Cadastro realizado!",
        description: "Confirme seu e-mail pelo link que enviamos para poder fazer login.",
        tone: "success",
      });
      onCreated();
    },
    onError: (error) =>
      showToast({
        title: "Erro no cadastro",
        description: describeSignUpFailure(error),
        tone: "destructive",
      }),
  });
}

/** What the function said; the catalogue's text when it said nothing (specification 8). */
export function describeSignUpFailure(error: Error): string {
  return error.message || fallback;
}
