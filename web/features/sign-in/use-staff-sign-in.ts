import { useMutation } from "@tanstack/react-query";
import { useBackend } from "../../backend/backend-context.tsx";
import { noAnswer } from "../../backend/call-failure.ts";
import { staffClient } from "../../backend/staff-client.ts";
import { paths } from "../../config/paths.ts";
import { showToast } from "../../ui/show-toast.tsx";
import { describeAuthError } from "./describe-auth-error.ts";

interface Credentials {
  email: string;
  password: string;
}

/** Signs staff in; the session that appears takes the person onwards. */
export function useStaffSignIn() {
  const backend = useBackend();
  return useMutation({
    mutationFn: async (credentials: Credentials) => {
      if (!backend) throw noAnswer();
      const client = await staffClient(backend);
      const { error } = await client.auth.signInWithPassword(credentials);
      if (error) throw error;
    },
    onError: (error) =>
      showToast({
        title: "Erro no login",
        description: describeAuthError(error),
        tone: "destructive",
      }),
  });
}

/** Creates an account, which staff must release, without entering it. */
export function useStaffSignUp(onCreated: () => void) {
  const backend = useBackend();
  return useMutation({
    mutationFn: async (credentials: Credentials) => {
      if (!backend) throw noAnswer();
      const { connectWithoutSession } = await import("../../backend/connect-supabase.ts");
      const { data, error } = await connectWithoutSession(backend).auth.signUp({
        ...credentials,
        options: { emailRedirectTo: location.origin + paths.reviewSimulations },
      });
      if (error) throw error;
      return { mustConfirm: data.session === null };
    },
    onSuccess: ({ mustConfirm }) => {
      showToast({
        title: "Cadastro realizado!",
        description: mustConfirm
          ? "Confirme seu e-mail pelo link que enviamos para fazer login."
          : "Você já pode fazer login.",
        tone: "success",
      });
      onCreated();
    },
    onError: (error) =>
      showToast({
        title: "Erro no cadastro",
        description: describeAuthError(error),
        tone: "destructive",
      }),
  });
}
