/**
 * Who signs the e-mails (Decreto 7.962/2013, art. 2: name, CNPJ, physical and electronic
 * address; LGPD art. 41: the officer's contact). Placeholders until the company's real data
 * are known; they have to match siteSettings of the content.
 */
export const company = {
  brandName: "Payser",
  legalName: "Payser (razão social a preencher)",
  cnpj: "00.000.000/0000-00",
  address: "Endereço a preencher, Maringá, PR",
  email: "contato@payser.example",
  dataProtectionEmail: "privacidade@payser.example",
} as const;
