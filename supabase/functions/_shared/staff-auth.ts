import { createClient } from "@supabase/supabase-js";
import { authUnavailable, throwUnlessRefused } from "./auth-failure.ts";
import { fetchWithTimeout, statelessAuth } from "./database.ts";
import { forwardCaller } from "./http/forward-caller.ts";

/** What a sign-up of staff asks of the auth server. An outage throws 503, its limits throw 429. */
export type StaffAuth = {
  /** Makes an account whose address is not confirmed; one that is there stays as it is. */
  createAccount(email: string, password: string): Promise<void>;
  replacePassword(userId: string, password: string): Promise<void>;
  /** Whether this is the account's password, be its address confirmed or not. */
  hasPassword(email: string, password: string, caller: string | null): Promise<boolean>;
};

type Project = { url: string; secretKey: string };

/** The auth server of one project, as the sign-up of staff uses it. */
export function connectStaffAuth({ url, secretKey }: Project): StaffAuth {
  // A client remembers who signed in, so each call gets its own.
  const connect = (caller: string | null = null) =>
    createClient(url, secretKey, {
      auth: statelessAuth,
      global: {
        fetch: fetchWithTimeout,
        headers: forwardCaller(caller),
      },
    }).auth;

  return {
    async createAccount(email, password) {
      const { error } = await connect().admin.createUser({ email, password, email_confirm: false });
      // Two sign-ups at once: the other one made it.
      if (error && error.code !== "email_exists") throw authUnavailable(error);
    },

    async replacePassword(userId, password) {
      const { error } = await connect().admin.updateUserById(userId, { password });
      if (error) throw authUnavailable(error);
    },

    async hasPassword(email, password, caller) {
      const auth = connect(caller);
      const { error } = await auth.signInWithPassword({ email, password });
      if (!error) {
        await auth.signOut({ scope: "local" });
        return true;
      }
      // The auth server says so only to whoever knows the password.
      if (error.code === "email_not_confirmed") return true;
      throwUnlessRefused(error);
      return false;
    },
  };
}
