import { type AuthError, createClient } from "@supabase/supabase-js";
import * as z from "zod/mini";
import type { Session } from "./contracts/accounts.ts";
import { fetchWithTimeout, statelessAuth } from "./database.ts";
import { forwardCaller } from "./http/caller.ts";
import { RequestFailure, rateLimited, unavailable } from "./http/request-failure.ts";

/** What the functions ask of the auth server. An outage throws 503, its limits throw 429. */
export type Auth = {
  /** The id of the person an access token belongs to; null for a forged, expired or revoked one. */
  findUser(accessToken: string): Promise<string | null>;
  /** A session, or null when the password is wrong; throws 403 for an unconfirmed address. */
  signIn(email: string, password: string, caller: string | null): Promise<Session | null>;
  /** Sets an account's password and ends its sessions; throws 422 for one that the server finds weak. */
  setPassword(userId: string, password: string): Promise<void>;
  /** Sets another password in a session that has just been opened, and ends all others. */
  changePassword(session: Session, change: PasswordChange): Promise<void>;
  /** Sets another password in the session of this token, which has shown its second factor if there is one, and ends all others. */
  changeOwnPassword(accessToken: string, change: PasswordChange): Promise<void>;
};

type PasswordChange = { current: string; wanted: string };

type Project = { url: string; publishableKey: string; secretKey: string };

/** The auth server of one project. */
export function connectAuth({ url, publishableKey, secretKey }: Project): Auth {
  // A client remembers who signed in, so each call gets its own.
  const connect = (key: string, headers: Record<string, string> = {}) =>
    createClient(url, key, { auth: statelessAuth, global: { fetch: fetchWithTimeout, headers } })
      .auth;

  return {
    async findUser(accessToken) {
      const { data, error } = await connect(publishableKey).getUser(accessToken);
      if (error) {
        throwUnlessRefused(error);
        return null;
      }
      return data.user.id;
    },

    async signIn(email, password, caller) {
      const auth = connect(secretKey, forwardCaller(caller));
      const { data, error } = await auth.signInWithPassword({ email, password });
      if (error?.code === "email_not_confirmed") throw notConfirmed();
      if (error) {
        throwUnlessRefused(error);
        return null;
      }
      const { access_token, refresh_token, expires_in, token_type } = data.session;
      return { access_token, refresh_token, expires_in, token_type };
    },

    async setPassword(userId, password) {
      // The server itself ends the sessions of an account whose password the secret key sets. Whoever had
      // the link has proven the mailbox: an account that was made by hand may not be confirmed yet.
      const { error } = await connect(secretKey).admin.updateUserById(userId, {
        password,
        email_confirm: true,
      });
      if (error?.code === "weak_password") throw weakPassword("password");
      if (error) throw authUnavailable(error);
    },

    async changePassword({ access_token, refresh_token }, { current, wanted }) {
      const auth = connect(secretKey);
      const entered = await auth.setSession({ access_token, refresh_token });
      if (entered.error) throw authUnavailable(entered.error);
      const change = { password: wanted, current_password: current };
      const updated = await auth.updateUser(change);
      if (updated.error?.code === "weak_password") throw weakPassword("newPassword");
      throwUnlessSame(updated.error);
      const ended = await auth.signOut({ scope: "others" });
      if (ended.error) throw authUnavailable(ended.error);
    },

    async changeOwnPassword(accessToken, { current, wanted }) {
      // By hand: the client wants a refresh token, which a caller does not send.
      const ask = (method: string, path: string, body?: object) =>
        fetchWithTimeout(`${url}/auth/v1${path}`, {
          method,
          headers: {
            apikey: publishableKey,
            authorization: `Bearer ${accessToken}`,
            "content-type": "application/json",
          },
          ...(body && { body: JSON.stringify(body) }),
        });
      const change = { password: wanted, current_password: current };
      const updated = await ask("PUT", "/user", change);
      if (!updated.ok) {
        const { error_code: code } = refusalSchema.parse(await updated.json().catch(() => ({})));
        if (code === "weak_password") throw weakPassword("newPassword");
        if (updated.status === 429) throw rateLimited(60);
        // Choosing the password one already has is what was asked for.
        if (code !== "same_password") throw unavailable(`auth ${updated.status} ${code}`);
      }
      const ended = await ask("POST", "/logout?scope=others");
      if (!ended.ok) throw unavailable(`auth ${ended.status}`);
    },
  };
}

const refusalSchema = z.object({ error_code: z.catch(z.string(), "") });

// Choosing the password one already has is what was asked for.
function throwUnlessSame(error: AuthError | null): void {
  if (error && error.code !== "same_password") throw authUnavailable(error);
}

function weakPassword(field: string): RequestFailure {
  const fields = { [field]: "Escolha uma senha mais difícil de adivinhar." };
  return new RequestFailure(422, "invalid_fields", "Confira os campos destacados.", { fields });
}

/** Said only to whoever typed the right password. */
const notConfirmed = () =>
  new RequestFailure(
    403,
    "email_not_confirmed",
    "Confirme seu e-mail pelo link que enviamos e entre de novo.",
  );

/** What a sign-up of staff asks of the auth server. An outage throws 503, its limits throw 429. */
export type StaffAuth = {
  /** Makes an account whose address is not confirmed; one that is there stays as it is. */
  createAccount(email: string, password: string): Promise<void>;
  replacePassword(userId: string, password: string): Promise<void>;
  /** Whether this is the account's password, be its address confirmed or not. */
  hasPassword(email: string, password: string, caller: string | null): Promise<boolean>;
};

type StaffProject = { url: string; secretKey: string };

/** The auth server of one project, as the sign-up of staff uses it. */
export function connectStaffAuth({ url, secretKey }: StaffProject): StaffAuth {
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

/** An error of the auth server that nobody expected, as 503. */
const authUnavailable = ({ status, code }: AuthError) =>
  unavailable(`auth ${status ?? 0} ${code ?? ""}`.trim());

/** Returns when the auth server refused what it was given; throws 429 for its limits, 503 for an outage. */
function throwUnlessRefused(error: AuthError): void {
  if (error.status === 429) throw rateLimited(60);
  if (error.status === undefined || error.status === 0 || error.status >= 500) {
    throw authUnavailable(error);
  }
}
