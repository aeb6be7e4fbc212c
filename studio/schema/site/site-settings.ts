import { BellIcon } from "@sanity/icons/Bell";
import { CaseIcon } from "@sanity/icons/Case";
import { CogIcon } from "@sanity/icons/Cog";
import { CreditCardIcon } from "@sanity/icons/CreditCard";
import { EnvelopeIcon } from "@sanity/icons/Envelope";
import { SearchIcon } from "@sanity/icons/Search";
import { ShareIcon } from "@sanity/icons/Share";
import { defineArrayMember, defineField } from "sanity";
import { defineSingleton } from "../fields/define-singleton.ts";
import {
  type Fields,
  group,
  line,
  makeFields,
  paragraph,
  valueLine,
} from "../fields/text-fields.ts";
import { SeoInput } from "../../link-preview/seo-input.ts";
import { seoFields } from "../objects/image-and-seo.ts";
import { checkCnpjDigits, checkCnpjShape } from "../../validation/check-company.ts";
import { allChecks, checkMaximumLength } from "../../validation/check-texts.ts";
import {
  checkPixKey,
  checkPixWords,
  pixCityLength,
  pixNameLength,
} from "#contracts/payments/pix.ts";
import { checkPhoneDigits, checkShownPhone } from "../../validation/check-links.ts";

const groups = [
  { name: "company", title: "Empresa", icon: CaseIcon, default: true },
  { name: "contact", title: "Contato", icon: EnvelopeIcon },
  { name: "payment", title: "Pagamento", icon: CreditCardIcon },
  { name: "social", title: "Redes sociais", icon: ShareIcon },
  { name: "seo", title: "Busca e compartilhamento", icon: SearchIcon },
  { name: "notices", title: "Avisos", icon: BellIcon },
];

function inTab(tab: string, fields: Fields): Fields {
  return Object.fromEntries(
    makeFields(fields).map((field) => [field.name, () => ({ ...field, group: tab })]),
  );
}

const email = valueLine("E-mail", (rule) =>
  rule.required().email().custom(checkMaximumLength(100)),
);

const address = group("Endereço", {
  street: "Rua, número e complemento",
  district: line("Bairro", {}, { optional: true }),
  city: "Cidade",
  state: valueLine(
    "Estado",
    (rule) =>
      rule
        .required()
        .regex(/^[A-Z]{2}$/)
        .error("Use a sigla do estado, como PR."),
    "A sigla, com duas letras.",
  ),
  postalCode: valueLine("CEP", (rule) =>
    rule
      .required()
      .regex(/^[0-9]{5}-[0-9]{3}$/)
      .error("Escreva o CEP assim: 00000-000"),
  ),
});

const company: Fields = {
  brandName: "Marca",
  legalName: "Razão social",
  cnpj: valueLine(
    "CNPJ",
    (rule) => [rule.required().custom(checkCnpjShape), rule.custom(checkCnpjDigits).warning()],
    "Aparece no rodapé (Decreto 7.962/2013, art. 2º).",
  ),
  address,
  serviceArea: line("Área de atendimento", "Por exemplo: Todo o Brasil."),
  dataProtectionOfficer: group(
    "Encarregado de dados pessoais",
    { name: "Nome", email },
    { description: "Nome e contato públicos (LGPD, art. 41)." },
  ),
};

const contact: Fields = {
  email,
  phone: valueLine("Telefone", (rule) => rule.required().custom(checkShownPhone)),
  whatsapp: valueLine(
    "WhatsApp",
    (rule) => rule.required().custom(checkPhoneDigits),
    "DDD e número, somente dígitos. O site acrescenta o 55.",
  ),
  whatsappMessage: paragraph("Mensagem que já vem escrita no WhatsApp"),
  openingHours: "Horário de atendimento",
};

/** Recipient of fees that are paid by Pix. The site shows a Pix code only when a Pix key is set. */
const pix = group(
  "Pix",
  {
    key: valueLine(
      "Chave",
      (rule) => rule.custom(allChecks(checkMaximumLength(77), checkPixKey)),
      "CPF, CNPJ, celular com DDD, e-mail ou chave aleatória.",
    ),
    payeeName: valueLine(
      "Nome de quem recebe",
      (rule) => rule.custom(checkPixWords(pixNameLength)),
      "Como o banco mostra: sem acentos, até 25 caracteres.",
    ),
    payeeCity: valueLine(
      "Cidade de quem recebe",
      (rule) => rule.custom(checkPixWords(pixCityLength)),
      "Sem acentos, até 15 caracteres.",
    ),
    note: line("Aviso contra cobranças falsas", {}, { optional: true }),
  },
  {
    description:
      "Com a chave, o locatário recebe o código do Pix da taxa na página do contrato e no e-mail. Sem ela, nada disso aparece.",
    optional: true,
    check: ({ key, payeeName, payeeCity, note } = {}) => {
      const written = [key, payeeName, payeeCity, note].filter(Boolean).length;
      return !key || written === 4 || "Com a chave, preencha também nome, cidade e aviso.";
    },
  },
);

const socialLink = defineArrayMember({
  name: "socialLink",
  title: "Rede social",
  type: "object",
  icon: ShareIcon,
  fields: [
    defineField({
      name: "network",
      title: "Rede",
      type: "string",
      options: {
        list: [
          { value: "instagram", title: "Instagram" },
          { value: "facebook", title: "Facebook" },
          { value: "linkedin", title: "LinkedIn" },
          { value: "youtube", title: "YouTube" },
        ],
        layout: "radio",
        direction: "horizontal",
      },
      validation: (rule) => rule.required(),
    }),
    defineField({
      name: "url",
      title: "Endereço do perfil",
      type: "url",
      validation: (rule) =>
        rule
          .required()
          .uri({ scheme: ["https"] })
          .custom(checkMaximumLength(300)),
    }),
  ],
  preview: { select: { title: "network", subtitle: "url" } },
});

const notices = group(
  "Quando algo não dá certo",
  {
    areaNeedsScript: "Área que precisa de JavaScript",
    sendingNeedsScript: "Envio que precisa de JavaScript",
    scriptAdvice: "O que fazer sem JavaScript (depois vêm telefone, e-mail e WhatsApp)",
    sendingUnavailable: "Envio fora do ar",
    otherChannelLabel: "Envio fora do ar: link para a página de contato",
    notConfirmed: "Envio que não foi confirmado",
    tryAgain: "Falta de conexão: o que fazer",
    homeLabel: "Depois do envio: botão para a página inicial",
    mistypedQuestion: line("E-mail que parece errado: pergunta", {
      address: "o endereço que a pessoa talvez quisesse escrever",
    }),
    mistypedYesLabel: "E-mail que parece errado: botão que corrige",
    mistypedNoLabel: "E-mail que parece errado: botão que mantém",
  },
  { collapsed: true },
);

export const siteSettings = defineSingleton({
  name: "siteSettings",
  title: "Configurações",
  icon: CogIcon,
  groups,
  fields: {
    ...inTab("company", company),
    ...inTab("contact", contact),
    ...inTab("payment", { pix }),
    ...inTab("social", {
      socialLinks: (name) =>
        defineField({ name, title: "Perfis", type: "array", of: [socialLink] }),
    }),
    ...inTab("seo", {
      defaultSeo: (...place) => ({
        ...group("Padrão do site", seoFields({ required: true }), {
          description: "Vale para toda página que não tiver o próprio.",
        })(...place),
        components: { input: SeoInput },
      }),
    }),
    ...inTab("notices", {
      regulatoryNote: paragraph("Aviso regulatório", {}, { optional: true }),
      skipLinkLabel: "Pular para o conteúdo (para quem navega pelo teclado)",
      showPassword: "Campos de senha: botão que mostra o que se digita",
      hidePassword: "Campos de senha: botão que volta a ocultar",
      liveUpdateLabel: line(
        "Aviso de página atualizada (para leitores de tela)",
        {},
        { optional: true },
      ),
      notices,
    }),
  },
});
