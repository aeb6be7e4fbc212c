import { definePage, noContent } from "../define-page.ts";

export const confirmEmailRoute = definePage({
  path: "/area-cliente/confirmar-email",
  kind: "account",
  load: noContent,
  page: async () => (await import("./confirm-email-page.tsx")).ConfirmEmailPage,
});
