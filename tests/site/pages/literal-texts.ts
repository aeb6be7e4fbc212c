import { unknownPath } from "../site-paths.ts";

const navigation = [
  "Home",
  "Quem Somos",
  "Como Funciona",
  "Para Locatários",
  "Para Locadores",
  "Seja Parceiro",
  "Fale Conosco",
  "Área do Cliente",
  "Simular Fiança",
];
const product = ["Solicitar Agora", "Falar com Especialista", "Consulte Nossos Especialistas"];

/** Texts that the specification quotes word for word, by page. */
export const literalTexts: ReadonlyMap<string, string[]> = new Map([
  [
    "/",
    [
      ...navigation,
      "Alugue Seu Imóvel Sem Fiador",
      "100% seguro e confiável",
      "Aprovação em até 24h",
      "Sem burocracia",
      "Simule Online",
      "Análise Rápida",
      "Receba as Chaves",
    ],
  ],
  ["/quem-somos", ["Quem Somos"]],
  ["/como-funciona", ["Como Funciona", "Simulação", "Análise de crédito"]],
  ["/locatarios", ["Para Locatários", "Simular Fiança"]],
  ["/locadores", ["Para Locadores", "Seja Parceiro", "Fale Conosco"]],
  ["/contato", ["WhatsApp", "Telefone", "E-mail", "Maringá, PR"]],
  ["/termos", ["818 a 839", "70%", "30 dias", "Maringá, Paraná"]],
  ["/pag-payser", ["Pag Payser", ...product]],
  ["/payser-card", ["Payser Card", "Consulte Nossos Especialistas"]],
  ["/pix-payser", ["Pix PAYSER", "Consulte Nossos Especialistas"]],
  ["/payser-gestao", ["PAYSER Gestão", "Consulte Nossos Especialistas"]],
  ["/payser-fianca", ["PAYSER Fiança", "Consulte Nossos Especialistas"]],
  [
    "/parceiros",
    [
      "Seja Parceiro Payser",
      "Aumente suas Vendas",
      "Segurança Garantida",
      "Suporte Dedicado",
      "Comissões Atrativas",
      "Como Funciona a Parceria",
      "Cadastro e Aprovação",
      "Treinamento e Suporte",
      "Comece a Vender",
      "Solicite sua Parceria",
      "Solicitar Parceria",
      "* Campos obrigatórios",
      "48h",
    ],
  ],
  [unknownPath, ["404", "Oops! Page not found", "Return to Home"]],
]);
