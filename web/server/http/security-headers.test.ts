import { expect, test } from "vitest";
import { securityHeaders } from "./security-headers.ts";

const backend = {
  url: "https://projeto.supabase.co",
  publishableKey: "publica",
  takesNativePosts: false,
};

/** Splits the content security policy into its directives. */
function policyOf(headers: Record<string, string>): Record<string, string> {
  const directives = headers["content-security-policy"]?.split("; ") ?? [];
  return Object.fromEntries(
    directives.map((directive) => [directive.split(" ")[0], directive.replace(/^\S+ ?/, "")]),
  );
}

test("securityHeaders allows only the sources that pages need", () => {
  expect(policyOf(securityHeaders("'sha256-script'", "'sha256-style'", null, false))).toEqual({
    "default-src": "'none'",
    "script-src": "'self' 'sha256-script'",
    "style-src-elem": "'self' 'sha256-style'",
    "style-src-attr": "'unsafe-inline'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "frame-src": "https://www.youtube-nocookie.com",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
    "require-trusted-types-for": "'script'",
    "trusted-types": "default document-viewer",
    "report-to": "csp",
  });
});

test("securityHeaders adds the backend and upgrades requests on an https site", () => {
  const policy = policyOf(securityHeaders("", "", backend, true));
  expect(policy["connect-src"]).toBe("'self' https://projeto.supabase.co");
  expect(policy).toHaveProperty("upgrade-insecure-requests");
});
