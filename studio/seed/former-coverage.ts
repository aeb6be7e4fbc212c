/** Former coverage texts, which do not mention unpaid rent. A migration replaces texts that no editor has changed. */

export const formerHighlight = {
  title: "O que a garantia cobre",
  layout: "facts",
  items: [
    {
      _key: "coberto",
      _type: "step",
      title: "Está coberto",
      text: "Reparos e substituições, pintura e recuperação de paredes e multas contratuais, até {{coveragePercent}}% do valor de referência.",
    },
    {
      _key: "de-fora",
      _type: "step",
      title: "Fica de fora",
      text: "Dano intencional, mau uso deliberado, multas administrativas e tributos.",
    },
    {
      _key: "vigencia",
      _type: "step",
      title: "Por quanto tempo",
      text: "O prazo do contrato de locação, até {{maximumMonths}} meses, com renovação por novo instrumento.",
    },
  ],
};

export const formerDetails = [
  { key: "b12", text: "O que está coberto" },
  {
    key: "b13",
    text: "A garantia cobre até {{coveragePercent}}% do valor de referência para reparos e substituições, pintura e recuperação de paredes e multas contratuais. Danos intencionais, mau uso deliberado, multas administrativas e tributos ficam de fora. Os detalhes estão nos termos.",
  },
];

/** Former texts of /locadores about the coverage, each with its replacement. */
export const landlordTexts = [
  {
    path: ["hero", "tagline"],
    former:
      "Alugue para mais gente, com inquilinos analisados e uma garantia formal para devolver o seu imóvel em ordem.",
    text: "Alugue para mais gente, com inquilinos analisados e uma garantia formal para receber o seu imóvel em ordem.",
  },
  {
    path: ["advantages", "items", { _key: "cuidado-com-o-imovel" }, "text"],
    former:
      "Cobertura de até {{coveragePercent}}% do valor de referência para reparos, pintura e multas contratuais previstas nos termos.",
    text: "Aluguéis e encargos não pagos ficam de fora; reparos, pintura e multas contratuais são cobertos até {{coveragePercent}}% do valor de referência.",
  },
  {
    path: ["seo", "description"],
    former:
      "Aceite a PAYSER Fiança no seu imóvel: inquilino analisado, menos papelada e cobertura para reparos, pintura e multas contratuais.",
    text: "Aceite a PAYSER Fiança no seu imóvel: inquilino analisado, menos papelada e um limite claro, com o que a garantia cobre e o que não cobre.",
  },
];
