/** A simulation as the form sends it; each has an e-mail address of its own. */
export function filledSimulation(changes: Record<string, unknown> = {}) {
  return {
    fullName: "Ana Maria da Silva",
    email: uniqueEmail(),
    phone: "(44) 99999-8888",
    cpf: uniqueCpf(),
    birthDate: "1990-05-17",
    monthlyIncome: "R$ 6.500,00",
    occupation: "Arquiteta",
    propertyAddress: "Av. Brasil, 1000",
    propertyCity: "Maringá",
    propertyState: "PR",
    rentalValue: "1.800,50",
    ownerName: "José Pereira",
    ownerContact: "(44) 3333-4444",
    comments: "Tenho um cachorro.\nPosso mudar em março.",
    acceptedTerms: true,
    submissionId: crypto.randomUUID(),
    termsVersion: "2026-01",
    ...changes,
  };
}

/** A partnership request as the form sends it. */
export function filledPartnership(changes: Record<string, unknown> = {}) {
  return {
    partnerName: "Carlos Souza",
    email: uniqueEmail(),
    phone: "(44) 3333-4444",
    companyName: "Imobiliária Souza & Filhos",
    propertyAddress: "Rua das Flores, 10",
    propertyCity: "Maringá",
    propertyState: "PR",
    propertyType: "Galpão",
    propertyValue: 350000,
    message: "Temos 40 imóveis.",
    submissionId: crypto.randomUUID(),
    ...changes,
  };
}

const uniqueEmail = () => `pessoa-${crypto.randomUUID().slice(0, 8)}@exemplo.com.br`;

/** A valid CPF at random: limits count by CPF. */
function uniqueCpf(): string {
  const digits = Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte % 10);
  for (const weight of [10, 11]) {
    const sum = digits.reduce((total, digit, place) => total + digit * (weight - place), 0);
    digits.push(((sum * 10) % 11) % 10);
  }
  return digits.join("");
}

/** A loopback address at random: limits count by address. */
export function someAddress(): string {
  const [second = 0, third = 0, last = 0] = crypto.getRandomValues(new Uint8Array(3));
  return `127.${(second % 200) + 1}.${third}.${(last % 250) + 2}`;
}
