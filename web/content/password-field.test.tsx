import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import { PasswordWordsProvider, passwordLook } from "./password-field.tsx";

const look = passwordLook({ autoComplete: "new-password" });
const words = { showPassword: "Ver", hidePassword: "Esconder" };

it.each([
  ["what editors wrote", words, "Ver"],
  ["words of its own where nothing is published", null, "Mostrar"],
])("the button in a field for a password says %s", (_what, given, shown) => {
  if (look.control !== "password") throw new Error("It is no field for a password");
  const field = <look.Control name="senha" texts={{ label: "Sua senha" }} error={undefined} />;
  const html = renderToString(<PasswordWordsProvider words={given}>{field}</PasswordWordsProvider>);
  expect(html).toContain(`${shown}<span class="sr-only">`);
});
