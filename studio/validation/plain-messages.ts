import { defineLocaleResourceBundle } from "sanity";

/** Simpler Portuguese messages for Sanity's own validation rules. Sanity's translation uses technical words. */
export const plainMessages = defineLocaleResourceBundle({
  locale: "pt-BR",
  namespace: "validation",
  resources: {
    "array.exact-length_blocks": "Deve ter exatamente {{wantedLength}} parágrafos",
    "array.item-duplicate": "Este item se repete na lista: deixe só um",
    "array.maximum-length_blocks": "Deve ter no máximo {{maxLength}} parágrafos",
    "array.minimum-length": "Inclua pelo menos {{minLength}} na lista",
    "array.minimum-length_blocks": "Escreva pelo menos {{minLength}} parágrafo",
    "date.invalid-format": "Escolha uma data que exista",
    "generic.incorrect-type":
      "O que está guardado aqui não serve para este campo: apague e preencha de novo",
    "generic.not-allowed": "Escolha uma das opções",
    "generic.not-allowed_hint": "“{{hint}}” não é uma das opções: escolha uma delas",
    "number.maximum-precision": "Use no máximo {{limit}} casas depois da vírgula",
    "object.asset-required": "Escolha o arquivo",
    "object.asset-required_file": "Escolha o arquivo",
    "object.asset-required_image": "Escolha a imagem",
    "object.media-not-found": "O arquivo não existe mais: escolha outro",
    "object.not-media-library-asset": "Escolha um arquivo da biblioteca",
    "object.not-reference": "Escolha um documento da lista",
    "object.reference-not-published": "Publique antes o documento escolhido aqui",
    "slug.missing-current": "Preencha o endereço",
    "slug.not-object": "Apague o endereço e escreva de novo",
    "slug.not-unique": "Outro documento já usa este endereço",
    "string.email": "Escreva um e-mail completo, como nome@exemplo.com.br",
    "string.regex-does-not-match": "Não está escrito como este campo pede",
    "string.regex-match": "Contém algo que este campo não aceita",
    "string.url.disallowed-scheme": "Comece o endereço com https://",
    "string.url.includes-credentials": "Tire o nome de usuário e a senha do endereço",
    "string.url.invalid": "Cole um endereço completo, como https://exemplo.com.br",
    "string.url.not-absolute": "Cole o endereço completo, a partir de https://",
    "string.url.not-relative": "Use só a parte do endereço depois do domínio",
  },
});
