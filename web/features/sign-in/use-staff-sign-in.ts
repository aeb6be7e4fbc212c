import { useMutation } from "@tanstack/react-query";
import { useBackend } from "../../backend/backend-context.tsx";
import { openSession } from "../../backend/contract-session.ts";
import { staffClient } from "../../backend/staff-session.ts";
import { showToast } from "../../ui/feedback/show-toast.tsx";
import { describeAuthError } from "./describe-auth-error.ts";

interface Credentials {
  email: string;
  password: string;
}

/** Signs staff in; the session that appears takes the person onwards. */
export function useStaffSignIn() {
  const backend = useBackend();
  return useMutation({
    mutationFn: (credentials: Credentials) =>
      openSession(backend, { name: "sign-in-staff", body: credentials }, staffClient),
    onError: (error) =>
      showToast({
        title: "Erro no login",
        description: describeAuthError(error),
        tone: "destructive",
      }),
  });
}
