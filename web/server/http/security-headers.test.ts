import { expect, test } from "vitest";
import { securityHeaders } from "./security-headers.ts";

const backend = {
  url: "https://projeto.supabase.co",
  publishableKey: "publica",
  takesNativePosts: false,
};

/** The policy by directive. */
function policyOf(headers: Record<string, string>): Record<string, string> {
  const directives = headers["content-security-policy"]?.split("; ") ?? [];
  return Object.fromEntries(
    directives.map((directive) => [directive.split(" ")[0], directive.replace(/^\S+ ?/, "")]),
  );
}

test("the policy allows what pages need by name, and nothing besides", () => {
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

test("it names our backend where there is one, and asks for https where the site has it", () => {
  const policy = policyOf(securityHeaders("", "", backend, true));
  expect(policy["connect-src"]).toBe("'self' https://projeto.supabase.co");
  expect(policy).toHaveProperty("upgrade-insecure-requests");
});
