import { MenuIcon } from "@sanity/icons/Menu";
import { SplitHorizontalIcon } from "@sanity/icons/SplitHorizontal";
import { UlistIcon } from "@sanity/icons/Ulist";
import { defineArrayMember, defineField } from "sanity";
import { defineSingleton } from "../fields/define-singleton.ts";
import { lineField, lineFields, linksField, paragraphField } from "../fields/text-fields.ts";

/** The header; its products menu is made of the product documents. */
export const navigation = defineSingleton({
  name: "navigation",
  title: "Menu do site",
  icon: MenuIcon,
  fields: [
    linksField({
      name: "items",
      title: "Itens do menu",
      description: "O menu de produtos é montado sozinho, na ordem de “Produtos”.",
      minimum: 1,
      maximum: 9,
    }),
    ...lineFields({
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
    }),
  ],
});

const column = defineArrayMember({
  name: "footerColumn",
  title: "Coluna",
  type: "object",
  icon: UlistIcon,
  fields: [
    lineField({ name: "title", title: "Título" }),
    linksField({ title: "Links", minimum: 1, maximum: 12 }),
  ],
  preview: { select: { title: "title" } },
});

/** The footer; company data comes from the site settings. */
export const footer = defineSingleton({
  name: "footer",
  title: "Rodapé",
  icon: SplitHorizontalIcon,
  fields: [
    paragraphField({ name: "about", title: "Texto sobre a empresa" }),
    defineField({
      name: "columns",
      title: "Colunas de links",
      type: "array",
      of: [column],
      validation: (rule) => rule.required().min(1).max(4),
    }),
    ...lineFields({
      contactTitle: "Título do contato",
      socialTitle: "Título das redes sociais",
      officerLabel: "Rótulo do encarregado de dados",
    }),
    lineField({
      name: "copyright",
      title: "Direitos autorais",
      description: "Texto depois do ano, que o site põe sozinho.",
    }),
  ],
});
