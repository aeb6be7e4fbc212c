import { ptBRLocale } from "@sanity/locale-pt-br";
import { visionTool } from "@sanity/vision";
import { setDefaultOptions } from "date-fns";
import { ptBR } from "date-fns/locale/pt-BR";
import { defineConfig } from "sanity";
import { structureTool } from "sanity/structure";
import { findContentApiHost } from "./content-api-host.ts";
import { imageSources } from "./images/image-list.tsx";
import { resolveLegalActions } from "./legal/publish-action.tsx";
import { missingTranslations } from "./missing-translations.ts";
import { presentation, withSite } from "./presentation/presentation.ts";
import { releasesInPortuguese } from "./releases/releases-in-portuguese.ts";
import { schemaTypes } from "./schema/schema-types.ts";
import { resolveDocumentActions, resolveTemplates } from "./singleton-policy.ts";
import { structure } from "./structure.ts";
import { createStudioClient } from "./studio-client.ts";
import { resolveFieldActions, resolveTools } from "./tools.ts";

// The Studio formats some dates with date-fns, but does not set the language of date-fns.
setDefaultOptions({ locale: ptBR });

const apiHost = findContentApiHost();

export default defineConfig({
  name: "default",
  title: "Payser",
  projectId: process.env.SANITY_STUDIO_PROJECT_ID || "payser-local",
  dataset: process.env.SANITY_STUDIO_DATASET || "production",
  plugins: [
    structureTool({ title: "Conteúdo", structure }),
    ...presentation,
    visionTool({ title: "Consultas" }),
    ptBRLocale(),
  ],
  i18n: {
    locales: (locales) => locales.map(releasesInPortuguese),
    bundles: missingTranslations,
  },
  tools: resolveTools,
  schema: { types: schemaTypes, templates: resolveTemplates },
  form: { image: { assetSources: imageSources } },
  document: {
    actions: withSite((actions, context) =>
      resolveLegalActions(resolveDocumentActions(actions, context), context),
    ),
    unstable_fieldActions: resolveFieldActions,
    comments: { enabled: !apiHost },
    // The Studio's form for requesting editing rights is off, because the owner of the project assigns all roles.
    askToEdit: { enabled: false },
  },
  // Sign-in uses a token, because the function that sends test mails can check a token but no session cookie.
  ...(!apiHost && { auth: { loginMethod: "token" } }),
  unstable_clientFactory: (options) =>
    createStudioClient({
      ...options,
      // Hosted Sanity has the project id in its host name. The local Content Lake has one fixed host.
      ...(apiHost && { apiHost, useProjectHostname: false }),
    }),
  // Scheduled publishing is off, because it needs a hosted service and Sanity's releases have replaced it.
  scheduledPublishing: { enabled: false },
  ...(apiHost && {
    apiHost,
    // These hosted services are off, because the local Content Lake does not imitate them.
    tasks: { enabled: false },
    announcements: { enabled: false },
  }),
});
