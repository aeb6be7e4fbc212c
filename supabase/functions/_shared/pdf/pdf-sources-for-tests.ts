/** Guarantee, offer, acceptance, contract and letter from which tests draw PDFs. */
export const guarantee = {
  tenantName: "Ana Beatriz da Conceição",
  cpf: "52998224725",
  landlordName: "Imobiliária Chave e Lar",
  propertyType: "Apartamento",
  propertyAddress: "Rua das Palmeiras, 120, apto 42, Maringá, PR",
  rentalValue: 1850,
  referenceValue: 22_200,
  coverLimit: 15_540,
  startDate: "2026-12-01",
  endDate: "2027-11-30",
  months: 12,
};
export const offer = {
  ...guarantee,
  protocol: "PS-2026-00000011",
  fee: 1776,
  feeDueOn: "2026-12-05",
  paymentMethod: "Pix à vista",
  instalments: [{ instalment: 1, amount: 1776, dueOn: "2026-12-05" }],
  validUntil: "2026-11-29T20:00:00Z",
  termsVersion: "1.0",
  clauses: [
    { title: "5. Limite da cobertura", text: "Até 70% do valor.\nNunca mais do que isso." },
    { title: "7. O que a fiança não cobre", text: "Aluguéis não pagos." },
  ],
  createdAt: "2026-11-22T20:00:00Z",
};
export const acceptance = {
  fullName: "Ana Beatriz da Conceicao",
  acceptedAt: "2026-11-24T12:30:00Z",
  termsVersion: "1.0",
  conditionsSha256: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  clauses: ["Cláusula 5: Limite da cobertura", "Cláusula 7: O que a fiança não cobre"],
};
export const contract = {
  ...guarantee,
  contractNumber: "PF-2026-0A1B2C3D4E",
  fee: 1776,
  feeDueOn: "2026-12-05",
  paymentMethod: "Pix",
  createdAt: "2026-11-24T12:30:00Z",
  acceptance,
};
export const letter = {
  ...guarantee,
  contractNumber: "PF-2026-0A1B2C3D4E",
  code: "7K3MQ9ZT4B0X",
  issuedAt: "2026-11-24T01:30:00Z",
  acceptance,
};
