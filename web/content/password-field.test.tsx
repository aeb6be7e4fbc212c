import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import { PasswordWordsProvider, passwordLook } from "./password-field.tsx";

const look = passwordLook({ autoComplete: "new-password" });
const words = { showPassword: "Ver", hidePassword: "Esconder" };

it.each([
  ["the editors' text", words, "Ver"],
  ["the default text when none is published", null, "Mostrar"],
])("the button of a password field shows %s", (_what, given, shown) => {
  if (look.control !== "password") throw new Error("The field is not a password field");
  const field = <look.Control name="senha" texts={{ label: "Sua senha" }} error={undefined} />;
  const html = renderToString(<PasswordWordsProvider words={given}>{field}</PasswordWordsProvider>);
  expect(html).toContain(`${shown}<span class="sr-only">`);
});
