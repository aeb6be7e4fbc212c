import { LockIcon } from "@sanity/icons/Lock";
import { lineField, lineFields, paragraphField } from "../fields/copy-fields.ts";
import { defineSingleton } from "../fields/define-singleton.ts";
import { groupField } from "../fields/group-field.ts";
import { pageFields, pageGroups } from "../fields/page-fields.ts";

/** /area-cliente, /login and /area-cliente/nova-senha */
export const clientAreaPage = defineSingleton({
  name: "clientAreaPage",
  title: "Área do cliente",
  icon: LockIcon,
  groups: pageGroups,
  fields: pageFields([
    lineField({ name: "title", title: "Título da página" }),
    paragraphField({ name: "intro", title: "Introdução", optional: true }),
    groupField({
      name: "adminTab",
      title: "Aba da gestão",
      fields: lineFields({
        label: "Nome da aba",
        heading: "Título",
        emailLabel: "Campo de e-mail",
        passwordLabel: "Campo de senha",
        signInLabel: "Botão de entrar",
        signUpLabel: "Botão de cadastrar",
        toSignUpLabel: "Link para o cadastro",
        toSignInLabel: "Link para a entrada",
      }),
    }),
    groupField({
      name: "clientTab",
      title: "Aba do cliente",
      fields: lineFields({
        label: "Nome da aba",
        heading: "Título",
        contractNumberLabel: "Campo do número do contrato",
        passwordLabel: "Campo de senha",
        submitLabel: "Botão de entrar",
        forgotLabel: "Link de senha esquecida",
      }),
    }),
    groupField({
      name: "recovery",
      title: "Recuperação de senha",
      fields: [
        lineField({ name: "title", title: "Título" }),
        paragraphField({ name: "text", title: "Texto" }),
        ...lineFields({
          emailLabel: "Campo de e-mail",
          submitLabel: "Botão de enviar",
          cancelLabel: "Botão de cancelar",
        }),
      ],
    }),
    groupField({
      name: "newPassword",
      title: "Nova senha (página do link de recuperação)",
      fields: [
        lineField({ name: "title", title: "Título" }),
        paragraphField({ name: "intro", title: "Introdução" }),
        ...lineFields({
          checkingLabel: "Aviso de verificação do link",
          passwordLabel: "Campo da nova senha",
          passwordHelp: "Ajuda do campo da nova senha",
          failedText: "Quando a senha não pôde ser alterada",
          submitLabel: "Botão de salvar",
          expiredTitle: "Link vencido: título",
        }),
        paragraphField({ name: "expiredText", title: "Link vencido: explicação" }),
        lineField({ name: "expiredLabel", title: "Link vencido: botão para pedir outro" }),
      ],
    }),
  ]),
});
