import { BellIcon } from "@sanity/icons/Bell";
import { CaseIcon } from "@sanity/icons/Case";
import { CogIcon } from "@sanity/icons/Cog";
import { CreditCardIcon } from "@sanity/icons/CreditCard";
import { EnvelopeIcon } from "@sanity/icons/Envelope";
import { SearchIcon } from "@sanity/icons/Search";
import { ShareIcon } from "@sanity/icons/Share";
import { type FieldDefinition, defineArrayMember, defineField } from "sanity";
import { groupField, lineField, lineFields, paragraphField } from "../fields/text-fields.ts";
import { defineSingleton } from "../fields/define-singleton.ts";
import { SeoInput } from "../../link-preview/seo-input.ts";
import { seoFields } from "../objects/images.ts";
import { checkCnpjDigits, checkCnpjShape } from "../../validation/company.ts";
import { allChecks, checkMaximumLength } from "../../validation/texts.ts";
import {
  checkPixKey,
  checkPixWords,
  pixCityLength,
  pixNameLength,
} from "../../../supabase/functions/_shared/contracts/guarantee/pix.ts";
import { checkPhoneDigits, checkShownPhone } from "../../validation/links.ts";

const groups = [
  { name: "company", title: "Empresa", icon: CaseIcon, default: true },
  { name: "contact", title: "Contato", icon: EnvelopeIcon },
  { name: "payment", title: "Pagamento", icon: CreditCardIcon },
  { name: "social", title: "Redes sociais", icon: ShareIcon },
  { name: "seo", title: "Busca e compartilhamento", icon: SearchIcon },
  { name: "notices", title: "Avisos", icon: BellIcon },
];

function inGroup(group: string, fields: FieldDefinition[]): FieldDefinition[] {
  return fields.map((field) => ({ ...field, group }));
}

const address = groupField({
  name: "address",
  title: "Endereço",
  fields: [
    lineField({ name: "street", title: "Rua, número e complemento" }),
    lineField({ name: "district", title: "Bairro", optional: true }),
    lineField({ name: "city", title: "Cidade" }),
    defineField({
      name: "state",
      title: "Estado",
      description: "A sigla, com duas letras.",
      type: "string",
      validation: (rule) =>
        rule
          .required()
          .regex(/^[A-Z]{2}$/)
          .error("Use a sigla do estado, como PR."),
    }),
    defineField({
      name: "postalCode",
      title: "CEP",
      type: "string",
      validation: (rule) =>
        rule
          .required()
          .regex(/^[0-9]{5}-[0-9]{3}$/)
          .error("Escreva o CEP assim: 00000-000"),
    }),
  ],
});

const company = [
  lineField({ name: "brandName", title: "Marca" }),
  lineField({ name: "legalName", title: "Razão social" }),
  defineField({
    name: "cnpj",
    title: "CNPJ",
    description: "Aparece no rodapé (Decreto 7.962/2013, art. 2º).",
    type: "string",
    validation: (rule) => [
      rule.required().custom(checkCnpjShape),
      rule.custom(checkCnpjDigits).warning(),
    ],
  }),
  address,
  lineField({
    name: "serviceArea",
    title: "Área de atendimento",
    description: "Por exemplo: Todo o Brasil.",
  }),
  groupField({
    name: "dataProtectionOfficer",
    title: "Encarregado de dados pessoais",
    description: "Nome e contato públicos (LGPD, art. 41).",
    fields: [
      lineField({ name: "name", title: "Nome" }),
      defineField({
        name: "email",
        title: "E-mail",
        type: "string",
        validation: (rule) => rule.required().email().custom(checkMaximumLength(100)),
      }),
    ],
  }),
];

const contact = [
  defineField({
    name: "email",
    title: "E-mail",
    type: "string",
    validation: (rule) => rule.required().email().custom(checkMaximumLength(100)),
  }),
  defineField({
    name: "phone",
    title: "Telefone",
    type: "string",
    validation: (rule) => rule.required().custom(checkShownPhone),
  }),
  defineField({
    name: "whatsapp",
    title: "WhatsApp",
    description: "DDD e número, somente dígitos. O site acrescenta o 55.",
    type: "string",
    validation: (rule) => rule.required().custom(checkPhoneDigits),
  }),
  paragraphField({
    name: "whatsappMessage",
    title: "Mensagem que já vem escrita no WhatsApp",
  }),
  lineField({ name: "openingHours", title: "Horário de atendimento" }),
];

/** Whom the fee is paid to by Pix; without a key the site shows none. */
const pix = groupField({
  name: "pix",
  title: "Pix",
  description:
    "Com a chave, o locatário recebe o código do Pix da taxa na página do contrato e no e-mail. Sem ela, nada disso aparece.",
  optional: true,
  check: (value) => {
    const { key, payeeName, payeeCity, note } = value ?? {};
    const written = [key, payeeName, payeeCity, note].filter(Boolean).length;
    return !key || written === 4 || "Com a chave, preencha também nome, cidade e aviso.";
  },
  fields: [
    defineField({
      name: "key",
      title: "Chave",
      description: "CPF, CNPJ, celular com DDD, e-mail ou chave aleatória.",
      type: "string",
      validation: (rule) => rule.custom(allChecks(checkMaximumLength(77), checkPixKey)),
    }),
    defineField({
      name: "payeeName",
      title: "Nome de quem recebe",
      description: "Como o banco mostra: sem acentos, até 25 caracteres.",
      type: "string",
      validation: (rule) => rule.custom(checkPixWords(pixNameLength)),
    }),
    defineField({
      name: "payeeCity",
      title: "Cidade de quem recebe",
      description: "Sem acentos, até 15 caracteres.",
      type: "string",
      validation: (rule) => rule.custom(checkPixWords(pixCityLength)),
    }),
    lineField({ name: "note", title: "Aviso contra cobranças falsas", optional: true }),
  ],
});

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

const notices = groupField({
  name: "notices",
  title: "Quando algo não dá certo",
  collapsed: true,
  fields: lineFields({
    areaNeedsScript: "Área que precisa de JavaScript",
    sendingNeedsScript: "Envio que precisa de JavaScript",
    scriptAdvice: "O que fazer sem JavaScript (depois vêm telefone, e-mail e WhatsApp)",
    sendingUnavailable: "Envio fora do ar",
    otherChannelLabel: "Envio fora do ar: link para a página de contato",
    notConfirmed: "Envio que não foi confirmado",
    tryAgain: "Falta de conexão: o que fazer",
    homeLabel: "Depois do envio: botão para a página inicial",
  }),
});

/** Company data, contact channels and what every page falls back to. */
export const siteSettings = defineSingleton({
  name: "siteSettings",
  title: "Configurações",
  icon: CogIcon,
  groups,
  fields: [
    ...inGroup("company", company),
    ...inGroup("contact", contact),
    ...inGroup("payment", [pix]),
    ...inGroup("social", [
      defineField({
        name: "socialLinks",
        title: "Perfis",
        type: "array",
        of: [socialLink],
      }),
    ]),
    ...inGroup("seo", [
      {
        ...groupField({
          name: "defaultSeo",
          title: "Padrão do site",
          description: "Vale para toda página que não tiver o próprio.",
          fields: seoFields(true),
        }),
        components: { input: SeoInput },
      },
    ]),
    ...inGroup("notices", [
      paragraphField({ name: "regulatoryNote", title: "Aviso regulatório", optional: true }),
      lineField({
        name: "skipLinkLabel",
        title: "Pular para o conteúdo (para quem navega pelo teclado)",
      }),
      ...lineFields({
        showPassword: "Campos de senha: botão que mostra o que se digita",
        hidePassword: "Campos de senha: botão que volta a ocultar",
      }),
      lineField({
        name: "liveUpdateLabel",
        title: "Aviso de página atualizada (para leitores de tela)",
        optional: true,
      }),
      notices,
    ]),
  ],
});
