import { defineLocaleResourceBundle } from "sanity";
import { plainMessages } from "./validation/plain-messages.ts";

/** Portuguese texts of the Studio that are missing in @sanity/locale-pt-br, or have wrong gender forms there. */
export const missingTranslations = [
  plainMessages,
  defineLocaleResourceBundle({
    locale: "pt-BR",
    namespace: "studio",
    resources: {
      "about-dialog.version-info.tooltip.deprecated": "Descontinuada",
      "asset-source.image.asset-list.delete-failed": "Não foi possível excluir a imagem",
      "asset-source.image.asset-list.delete-successful": "A imagem foi excluída",
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
      "release.deleted-tooltip": "Este lançamento foi excluído",
      "release.dialog.copy-to-release.title": "Copiar versão para um novo lançamento",
      "release.dialog.create.title": "Novo lançamento",
      "timeline.operation.edited-live": "Alterado no ar",
      "timeline.operation.edited-live_timestamp": "Alterado no ar: {{timestamp, datetime}}",
    },
  }),
  defineLocaleResourceBundle({
    locale: "pt-BR",
    namespace: "structure",
    resources: {
      "banners.obsolete-draft.actions.compare-draft.tooltip":
        "O documento não está publicado: não há com o que comparar este rascunho.",
      "browser-document-title.new-document": "{{schemaType}}: novo documento",
      "compare-version.error.loadVersions.title": "Não foi possível carregar as versões",
      "panes.document-header-title.new.text": "{{schemaType}}: novo documento",
      "panes.document-list-pane.error.max-retries-attempted":
        "Foram {{count}} tentativas sem resposta; tente de novo mais tarde.",
    },
  }),
  defineLocaleResourceBundle({
    locale: "pt-BR",
    namespace: "releases",
    resources: {
      "action.archive.tooltip": "Cancele o agendamento deste lançamento para arquivá-lo",
      "action.archived": "Arquivados",
      "action.open": "Ativos",
      "action.paused": "Pausados",
      "action.publish-all-documents": "Publicar lançamento",
      "banner.release-not-found": "Este lançamento não foi encontrado",
      "dashboard.details.metadata.status": "Situação",
      "dashboard.details.pin-release": "Fixar lançamento no estúdio",
      "dashboard.details.unpin-release": "Desafixar lançamento do estúdio",
      "delete-dialog.confirm-delete-button": "Sim, excluir lançamento",
      "presence.tooltip.one-without-release": "{{displayName}} está neste documento agora",
      "presence.tooltip.other": "{{count}} pessoas estão neste documento agora",
      "revert-dialog.confirm-revert.history-unavailable-card_one":
        "O histórico não tem mais o estado anterior de {{count}} documento: o lançamento não pode ser revertido.",
      "revert-dialog.confirm-revert.history-unavailable-card_other":
        "O histórico não tem mais o estado anterior de {{count}} documentos: o lançamento não pode ser revertido.",
      "revert-dialog.confirm-revert.resolving": "Consultando o histórico…",
      "revert-dialog.confirm-revert.summary-restore_one":
        "{{count}} documento volta ao que estava publicado antes deste lançamento.",
      "revert-dialog.confirm-revert.summary-restore_other":
        "{{count}} documentos voltam ao que estava publicado antes deste lançamento.",
      "revert-dialog.confirm-revert.summary-unpublish_one":
        "{{count}} documento sai do ar: não estava publicado antes deste lançamento.",
      "revert-dialog.confirm-revert.summary-unpublish_other":
        "{{count}} documentos saem do ar: não estavam publicados antes deste lançamento.",
      "revert-dialog.confirm-revert.unresolved-card_one":
        "Não foi possível saber como estava {{count}} documento: o lançamento não pode ser revertido.",
      "revert-dialog.confirm-revert.unresolved-card_other":
        "Não foi possível saber como estavam {{count}} documentos: o lançamento não pode ser revertido.",
    },
  }),
  defineLocaleResourceBundle({
    locale: "pt-BR",
    namespace: "vision",
    resources: {
      "result.timing-not-applicable": "não se aplica",
      "settings.dataset-label": "Conjunto de dados",
      "settings.perspective-label": "Perspectiva",
    },
  }),
];
