import { useState } from "react";
import type { ClientAreaQueryResult } from "../../content/sanity.types.ts";
import { TextField } from "../../ui/text-field.tsx";

type StaffTexts = NonNullable<ClientAreaQueryResult>["adminTab"];

/** E-mail and password for staff, to sign in or to sign up. */
export function StaffSignInForm({ texts }: { texts: StaffTexts }) {
  const [signingUp, setSigningUp] = useState(false);
  return (
    <form method="post" className="grid gap-5">
      <h2 className="text-card">{texts.heading}</h2>
      <TextField
        name="email"
        id="staff-email"
        type="email"
        texts={{ label: texts.emailLabel }}
        autoComplete="username"
        required
      />
      <TextField
        name="password"
        id="staff-password"
        type="password"
        texts={{ label: texts.passwordLabel }}
        autoComplete={signingUp ? "new-password" : "current-password"}
        minLength={6}
        required
      />
      <button type="submit" className="btn btn-primary btn-lg">
        {signingUp ? texts.signUpLabel : texts.signInLabel}
      </button>
      <button type="button" className="text-button" onClick={() => setSigningUp(!signingUp)}>
        {signingUp ? texts.toSignInLabel : texts.toSignUpLabel}
      </button>
    </form>
  );
}
