import { defineLocaleResourceBundle } from "sanity";
import { plainMessages } from "./validation/plain-messages.ts";

/**
 * Texts that @sanity/locale-pt-br leaves in English or words badly for feminine nouns, as far as
 * an editor of this studio meets them.
 */
export const missingTranslations = [
  plainMessages,
  defineLocaleResourceBundle({
    locale: "pt-BR",
    namespace: "studio",
    resources: {
      "about-dialog.version-info.tooltip.deprecated": "Descontinuada",
      "common.error": "Erro",
      "document-status.published-at": "Publicado {{date}}",
      "form.field.actions-menu.title": "Ações do campo",
      "help-resources.studio-version-deprecated": "A v{{version}} foi descontinuada",
      "inputs.portable-text.unknown-value.annotation": "Anotação fora do modelo: {{name}}",
      "inputs.portable-text.unknown-value.list-item": "Lista fora do modelo: {{name}}",
      "inputs.portable-text.unknown-value.mark": "Marca fora do modelo: {{name}}",
      "inputs.portable-text.unknown-value.style": "Estilo fora do modelo: {{name}}",
      "presence.tooltip.one-without-release": "{{displayName}} está neste documento agora",
      "presence.tooltip.other": "{{count}} pessoas estão neste documento agora",
    },
  }),
  defineLocaleResourceBundle({
    locale: "pt-BR",
    namespace: "structure",
    resources: {
      "browser-document-title.new-document": "{{schemaType}}: novo documento",
      "panes.document-header-title.new.text": "{{schemaType}}: novo documento",
      "panes.document-list-pane.error.max-retries-attempted":
        "Foram {{count}} tentativas sem resposta; tente de novo mais tarde.",
    },
  }),
];
