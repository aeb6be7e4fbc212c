import { at, defineMigration, set } from "sanity/migrate";
import { z } from "zod";

const textsSchema = z.object({
  newPassword: z.object({ passwordHelp: z.string() }).optional().catch(undefined),
  passwordChange: z.object({ newHelp: z.string() }).optional().catch(undefined),
});
const former = /\b6(?= caracteres)/;

/** Corrects the hint about a tenant's new password in two pages. The other words of editors stay. */
export default defineMigration({
  title: "Senhas novas de locatários têm no mínimo 8 caracteres",
  documentTypes: ["clientAreaPage", "contractPage"],
  migrate: {
    document(document) {
      const { newPassword, passwordChange } = textsSchema.parse(document);
      const hints = [
        { path: ["newPassword", "passwordHelp"], text: newPassword?.passwordHelp },
        { path: ["passwordChange", "newHelp"], text: passwordChange?.newHelp },
      ];
      return hints.flatMap(({ path, text = "" }) =>
        former.test(text) ? [at(path, set(text.replace(former, "8")))] : [],
      );
    },
  },
});
