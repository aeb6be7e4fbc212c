import { MenuIcon } from "@sanity/icons/Menu";
import { SplitHorizontalIcon } from "@sanity/icons/SplitHorizontal";
import { UlistIcon } from "@sanity/icons/Ulist";
import { defineArrayMember } from "sanity";
import { defineSingleton } from "../fields/define-singleton.ts";
import { linkList, list } from "../fields/list-fields.ts";
import { line, makeFields, paragraph } from "../fields/text-fields.ts";

/** Texts and links of the site's header. The menu of products is made from the product documents. */
export const navigation = defineSingleton({
  name: "navigation",
  title: "Menu do site",
  icon: MenuIcon,
  fields: {
    items: linkList({
      title: "Itens do menu",
      description: "O menu de produtos é montado sozinho, na ordem de “Produtos”.",
      minimum: 1,
      maximum: 9,
    }),
    productsLabel: "Menu de produtos",
    otherProductsTitle: "Título dos outros produtos, em cada página de produto",
    clientAreaLabel: "Botão da área do cliente",
    contractLabel: "Botão do contrato, para quem o abriu",
    trackLabel: "Botão de acompanhar o pedido, no celular",
    simulateLabel: "Botão de simular",
    manageLabel: "Botão da gestão",
    manageLabelMobile: "Botão da gestão no celular",
    openMenuLabel: "Abrir menu (para leitores de tela)",
    closeMenuLabel: "Fechar menu (para leitores de tela)",
    mainMenuLabel: "Nome do menu (para leitores de tela)",
  },
});

const column = defineArrayMember({
  name: "footerColumn",
  title: "Coluna",
  type: "object",
  icon: UlistIcon,
  fields: makeFields({
    title: "Título",
    links: linkList({ title: "Links", minimum: 1, maximum: 12 }),
  }),
  preview: { select: { title: "title" } },
});

/** Texts and links of the site's footer. Company data comes from the site settings. */
export const footer = defineSingleton({
  name: "footer",
  title: "Rodapé",
  icon: SplitHorizontalIcon,
  fields: {
    about: paragraph("Texto sobre a empresa"),
    columns: list("Colunas de links", column, (rule) => rule.required().min(1).max(4)),
    contactTitle: "Título do contato",
    socialTitle: "Título das redes sociais",
    officerLabel: "Rótulo do encarregado de dados",
    copyright: line("Direitos autorais", "Texto depois do ano, que o site põe sozinho."),
  },
});
