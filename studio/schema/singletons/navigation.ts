import { MenuIcon } from "@sanity/icons/Menu";
import { lineFields } from "../fields/copy-fields.ts";
import { defineSingleton } from "../fields/define-singleton.ts";
import { linksField } from "../fields/list-fields.ts";

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
      simulateLabel: "Botão de simular",
      manageLabel: "Botão da gestão",
      manageLabelMobile: "Botão da gestão no celular",
      openMenuLabel: "Abrir menu (para leitores de tela)",
      closeMenuLabel: "Fechar menu (para leitores de tela)",
      mainMenuLabel: "Nome do menu (para leitores de tela)",
    }),
  ],
});
