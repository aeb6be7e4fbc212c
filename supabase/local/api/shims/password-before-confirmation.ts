import type { Sql } from "postgres";
import { z } from "zod";
import type { Shim } from "./shim.ts";

const credentialsSchema = z.object({ email: z.string(), password: z.string() });

/**
 * "Email not confirmed" is for whoever knows the password; the API says it to anybody, and so
 * tells which addresses have signed up.
 */
export function passwordBeforeConfirmation(database: Sql): Shim {
  return async (request, next) => {
    const { pathname, searchParams } = new URL(request.url);
    const isSignIn = pathname === "/auth/v1/token" && searchParams.get("grant_type") === "password";
    if (!isSignIn || request.method !== "POST") return next(request);
    const body: unknown = await request
      .clone()
      .json()
      .catch(() => null);
    const response = await next(request);
    if (response.headers.get("x-sb-error-code") !== "email_not_confirmed") return response;
    const credentials = credentialsSchema.parse(body);
    const [account] = await database`
      select from auth.users where email = ${credentials.email.toLowerCase()}
        and encrypted_password = extensions.crypt(${credentials.password}, encrypted_password)`;
    return account ? response : invalidCredentials();
  };
}

function invalidCredentials(): Response {
  const code = "invalid_credentials";
  return Response.json(
    { code: 400, error_code: code, msg: "Invalid login credentials" },
    { status: 400, headers: { "x-sb-error-code": code } },
  );
}
