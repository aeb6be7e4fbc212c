import { orderableDocumentListDeskItem } from "@sanity/orderable-document-list";
import { CaseIcon } from "@sanity/icons/Case";
import { DocumentIcon } from "@sanity/icons/Document";
import { DocumentsIcon } from "@sanity/icons/Documents";
import { HelpCircleIcon } from "@sanity/icons/HelpCircle";
import { ImagesIcon } from "@sanity/icons/Images";
import { LinkIcon } from "@sanity/icons/Link";
import { MenuIcon } from "@sanity/icons/Menu";
import { PackageIcon } from "@sanity/icons/Package";
import { TransferIcon } from "@sanity/icons/Transfer";
import type { DocumentBuilder, StructureBuilder, StructureResolver } from "sanity/structure";
import { ImagesPane } from "./images/images-pane.tsx";
import { legalVersionLists } from "./legal/legal-documents.ts";
import { LinksReport } from "./links/links-report.tsx";
import { MailPreviewPane } from "./mail-preview/mail-preview-pane.tsx";
import { placeholderItem } from "./placeholders/placeholder-list.tsx";
import { type SingletonGroup, singletons } from "./singletons.ts";

function singletonItems(S: StructureBuilder, group: SingletonGroup) {
  return singletons
    .filter((singleton) => singleton.group === group)
    .map(({ id, type, title, icon }) =>
      S.listItem()
        .id(id)
        .title(title)
        .icon(icon)
        .child(withPreview(S, S.document().id(id).schemaType(type).documentId(id).title(title))),
    );
}

/** Adds a preview pane to the document with the texts of e-mails, because no page of the site shows these texts. */
function withPreview(S: StructureBuilder, document: DocumentBuilder) {
  if (document.getSchemaType() !== "mailTexts") return document;
  return document
    .views([
      S.view.form().id("texto").title("Texto"),
      S.view.component(MailPreviewPane).id("como-fica").title("Como fica"),
    ])
    .defaultPanes(["texto", "como-fica"]);
}

export const structure: StructureResolver = (S, context) =>
  S.list()
    .id("conteudo")
    .title("Conteúdo do site")
    .items([
      S.listItem()
        .id("paginas")
        .title("Páginas")
        .icon(DocumentsIcon)
        .child(
          S.list()
            .id("paginas")
            .title("Páginas")
            .items([
              ...singletonItems(S, "pages"),
              ...legalVersionLists(S),
              S.divider().title("Área do cliente e erros"),
              ...singletonItems(S, "customerPages"),
            ]),
        ),
      orderableDocumentListDeskItem({
        type: "product",
        title: "Produtos",
        icon: PackageIcon,
        S,
        context,
      }),
      orderableDocumentListDeskItem({
        type: "faqItem",
        title: "Perguntas frequentes",
        icon: HelpCircleIcon,
        S,
        context,
      }),
      orderableDocumentListDeskItem({
        type: "partner",
        title: "Parceiros",
        icon: CaseIcon,
        S,
        context,
      }),
      S.documentTypeListItem("page").title("Páginas livres").icon(DocumentIcon),
      S.divider(),
      S.listItem()
        .id("navegacao")
        .title("Navegação e rodapé")
        .icon(MenuIcon)
        .child(
          S.list().id("navegacao").title("Navegação e rodapé").items(singletonItems(S, "frame")),
        ),
      ...singletonItems(S, "rules"),
      S.documentTypeListItem("redirect").title("Redirecionamentos").icon(TransferIcon),
      S.listItem()
        .id("links")
        .title("Links quebrados")
        .icon(LinkIcon)
        .child(S.component(LinksReport).id("links").title("Links quebrados")),
      S.listItem()
        .id("imagens")
        .title("Imagens")
        .icon(ImagesIcon)
        .child(S.component(ImagesPane).id("imagens").title("Imagens")),
      ...singletonItems(S, "settings"),
      placeholderItem(S),
    ]);
