/** A request as the form sends it; `changes` replace or add fields. */
export function simulationRequest(changes: Record<string, unknown> = {}) {
  return {
    submissionId: crypto.randomUUID(),
    fullName: "Maria Aparecida da Silva",
    email: "maria@exemplo.com.br",
    phone: "(44) 99999-8888",
    cpf: "529.982.247-25",
    birthDate: "1990-05-20",
    monthlyIncome: 5400.5,
    occupation: "Enfermeira",
    propertyAddress: "Rua das Flores, 100",
    propertyCity: "Maringá",
    propertyState: "PR",
    rentalValue: 1800,
    ownerName: "José Carlos Pereira",
    ownerContact: "(44) 3222-1111",
    acceptedTerms: true,
    ...changes,
  };
}

/** A request as the partnership form sends it. */
export function partnershipRequest(changes: Record<string, unknown> = {}) {
  return {
    submissionId: crypto.randomUUID(),
    partnerName: "Imobiliária Aurora",
    email: "contato@aurora.exemplo.com.br",
    phone: "4433334444",
    companyName: "Aurora Imóveis",
    propertyAddress: "Avenida Central, 50",
    propertyCity: "Maringá",
    propertyState: "PR",
    propertyType: "Casa",
    propertyValue: 350000.99,
    ...changes,
  };
}

/** A row of public.simulations that every constraint accepts. */
export function simulationRow(changes: Record<string, unknown> = {}) {
  return {
    submission_id: crypto.randomUUID(),
    full_name: "Maria Aparecida da Silva",
    email: "maria@exemplo.com.br",
    phone: "44999998888",
    cpf: "52998224725",
    birth_date: "1990-05-20",
    monthly_income: 5400.5,
    occupation: "Enfermeira",
    property_address: "Rua das Flores, 100",
    property_city: "Maringá",
    property_state: "PR",
    rental_value: 1800,
    owner_name: "José Carlos Pereira",
    owner_contact: "4432221111",
    accepted_terms_version: "1",
    ...changes,
  };
}

/** A row of public.partnership_requests that every constraint accepts. */
export function partnershipRow(changes: Record<string, unknown> = {}) {
  return {
    submission_id: crypto.randomUUID(),
    partner_name: "Imobiliária Aurora",
    email: "contato@aurora.exemplo.com.br",
    phone: "4433334444",
    company_name: "Aurora Imóveis",
    property_address: "Avenida Central, 50",
    property_city: "Maringá",
    property_state: "PR",
    property_type: "Casa",
    property_value: 350000.99,
    ...changes,
  };
}

/** A row of public.contracts that every constraint accepts, given its auth user. */
export function contractRow(userId: string, changes: Record<string, unknown> = {}) {
  return {
    user_id: userId,
    tenant_name: "Ana Beatriz Ribeiro",
    tenant_cpf: "52998224725",
    tenant_email: "ana@exemplo.com.br",
    landlord_name: "Carlos Nogueira",
    property_type: "Apartamento",
    property_address: "Avenida Brasil, 4200",
    rental_value: 1850,
    guarantee_reference_value: 22200,
    start_date: "2026-02-01",
    end_date: "2027-01-31",
    contract_duration_months: 12,
    payment_method: "Pix",
    ...changes,
  };
}
