import { createClient } from "@sanity/client";
import { ptBRLocale } from "@sanity/locale-pt-br";
import { defineConfig } from "sanity";
import { structureTool } from "sanity/structure";
import { findContentApiHost } from "./content-api-host.ts";
import { resolveLegalActions } from "./legal/publish-action.tsx";
import { missingTranslations } from "./missing-translations.ts";
import { presentation, withSite } from "./presentation/presentation.ts";
import { schemaTypes } from "./schema/schema-types.ts";
import { resolveDocumentActions, resolveTemplates } from "./singleton-policy.ts";
import { structure } from "./structure.ts";

const apiHost = findContentApiHost();

export default defineConfig({
  name: "default",
  title: "Payser",
  projectId: process.env.SANITY_STUDIO_PROJECT_ID || "payser-local",
  dataset: process.env.SANITY_STUDIO_DATASET || "production",
  plugins: [structureTool({ title: "Conteúdo", structure }), ...presentation, ptBRLocale()],
  i18n: { bundles: missingTranslations },
  schema: { types: schemaTypes, templates: resolveTemplates },
  document: {
    actions: withSite((actions, context) =>
      resolveLegalActions(resolveDocumentActions(actions, context), context),
    ),
    comments: { enabled: !apiHost },
  },
  // Test mails go to whoever the token is of; a session in a cookie proves nothing to a function.
  ...(!apiHost && { auth: { loginMethod: "token" } }),
  ...(apiHost && {
    apiHost,
    // Services of hosted Sanity that have no counterpart on one machine.
    tasks: { enabled: false },
    announcements: { enabled: false },
    releases: { enabled: false },
    scheduledDrafts: { enabled: false },
    scheduledPublishing: { enabled: false },
    // Hosted Sanity puts the project into the host name; one machine has one host.
    unstable_clientFactory: (options) =>
      createClient({ ...options, apiHost, useProjectHostname: false }),
  }),
});
