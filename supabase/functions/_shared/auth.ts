import { type AuthError, createClient } from "@supabase/supabase-js";
import * as z from "zod/mini";
import type { Session } from "#contracts/accounts.ts";
import { fetchWithTimeout, statelessAuth } from "./database.ts";
import { forwardCaller } from "./http/caller.ts";
import { RequestFailure, invalidFields, rateLimited, unavailable } from "./http/request-failure.ts";

/**
 * Calls to the auth server. Each call throws 503 when the server fails, and 429 when the caller exceeds a rate limit.
 */
export type Auth = {
  /** Returns the id of the user who owns an access token; null when the token is forged, expired or revoked. */
  findUser(accessToken: string): Promise<string | null>;
  /** Returns a session, or null when the password is wrong. Throws 403 when the e-mail address is not confirmed. */
  signIn(email: string, password: string, caller: string | null): Promise<Session | null>;
  /** Sets the password of an account and ends its sessions. Throws 422 when the auth server finds the password weak. */
  setPassword(userId: string, password: string): Promise<void>;
  /** Changes the password of the user who owns the access token, and ends all of this user's other sessions. */
  changePassword(accessToken: string, change: { current: string; wanted: string }): Promise<void>;
  /** Creates a staff account whose e-mail address is not confirmed. An existing account is not changed. */
  createAccount(email: string, password: string): Promise<void>;
  /** Replaces the password of an account whose e-mail address is not confirmed. */
  replacePassword(userId: string, password: string): Promise<void>;
  /** Returns whether the account has this password, even when the e-mail address of the account is not confirmed. */
  hasPassword(email: string, password: string, caller: string | null): Promise<boolean>;
};

type Project = { url: string; publishableKey: string; secretKey: string };

export function connectAuth({ url, publishableKey, secretKey }: Project): Auth {
  // Each call gets a new client, because a client remembers its session.
  const connect = (key: string, caller: string | null = null) =>
    createClient(url, key, {
      auth: statelessAuth,
      global: { fetch: fetchWithTimeout, headers: forwardCaller(caller) },
    }).auth;

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
      const auth = connect(secretKey, caller);
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
      // The auth server also ends the account's sessions. The e-mail address is confirmed, because the person has
      // opened the mailed link.
      const change = { password, email_confirm: true };
      const { error } = await connect(secretKey).admin.updateUserById(userId, change);
      if (error?.code === "weak_password") throw weakPassword("password");
      if (error) throw authUnavailable(error);
    },

    async changePassword(accessToken, { current, wanted }) {
      // The HTTP API is called directly, because supabase-js would need a refresh token, which callers do not send.
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
        // When the new password equals the current one, nothing needs to be changed.
        if (code !== "same_password") throw unavailable(`auth ${updated.status} ${code}`);
      }
      const ended = await ask("POST", "/logout?scope=others");
      if (!ended.ok) throw unavailable(`auth ${ended.status}`);
    },

    async createAccount(email, password) {
      const account = { email, password, email_confirm: false };
      const { error } = await connect(secretKey).admin.createUser(account);
      // A simultaneous sign-up may have created the account already.
      if (error && error.code !== "email_exists") throw authUnavailable(error);
    },

    async replacePassword(userId, password) {
      const { error } = await connect(secretKey).admin.updateUserById(userId, { password });
      if (error) throw authUnavailable(error);
    },

    async hasPassword(email, password, caller) {
      const auth = connect(secretKey, caller);
      const { error } = await auth.signInWithPassword({ email, password });
      if (!error) {
        await auth.signOut({ scope: "local" });
        return true;
      }
      // The auth server sends this code only when the password is right.
      if (error.code === "email_not_confirmed") return true;
      throwUnlessRefused(error);
      return false;
    },
  };
}

const refusalSchema = z.object({ error_code: z.catch(z.string(), "") });

const weakPassword = (field: string) =>
  invalidFields({ [field]: "Escolha uma senha mais difícil de adivinhar." });

/** Error for an unconfirmed e-mail address, sent only to a caller who knows the account's password. */
const notConfirmed = () =>
  new RequestFailure(
    403,
    "email_not_confirmed",
    "Confirme seu e-mail pelo link que enviamos e entre de novo.",
  );

/** Makes a 503 error from an unexpected error of the auth server. */
const authUnavailable = ({ status, code }: AuthError) =>
  unavailable(`auth ${status ?? 0} ${code ?? ""}`.trim());

/** Throws 429 for an exceeded rate limit and 503 for a failure of the auth server. Ignores errors about wrong input. */
function throwUnlessRefused(error: AuthError): void {
  if (error.status === 429) throw rateLimited(60);
  if (error.status === undefined || error.status === 0 || error.status >= 500) {
    throw authUnavailable(error);
  }
}
