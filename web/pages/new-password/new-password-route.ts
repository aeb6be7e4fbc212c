import { definePage } from "../define-page.ts";
import { newPasswordQuery } from "./new-password-query.ts";

export const newPasswordRoute = definePage({
  path: "/area-cliente/nova-senha",
  kind: "account",
  load: import.meta.env?.SSR && (({ read }) => read(newPasswordQuery)),
  page: async () => (await import("./new-password-page.tsx")).NewPasswordPage,
});
