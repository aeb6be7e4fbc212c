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

// The Studio writes some dates with date-fns, and tells it no language.
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
    // Roles are given by whoever pays for the project, not asked for here.
    askToEdit: { enabled: false },
  },
  // Test mails go to whoever the token is of; a session in a cookie proves nothing to a function.
  ...(!apiHost && { auth: { loginMethod: "token" } }),
  unstable_clientFactory: (options) =>
    createStudioClient({
      ...options,
      // Hosted Sanity puts the project into the host name; one machine has one host.
      ...(apiHost && { apiHost, useProjectHostname: false }),
    }),
  // The Studio's former way to schedule, with a hosted service of its own; releases took its place.
  scheduledPublishing: { enabled: false },
  ...(apiHost && {
    apiHost,
    // Services of hosted Sanity that have no counterpart on one machine.
    tasks: { enabled: false },
    announcements: { enabled: false },
  }),
});
