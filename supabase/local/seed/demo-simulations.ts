type DemoSimulation = {
  full_name: string;
  cpf: string;
  daysAgo: number;
  status: "pending" | "approved" | "rejected";
  rejection_reason?: string;
  property_city: string;
  property_state: string;
  rental_value: number;
  comments?: string;
};

/** Simulations in every state, for the review area of the demonstration. */
export const demoSimulations: DemoSimulation[] = [
  {
    full_name: "Mariana Costa e Silva",
    cpf: "39053344705",
    daysAgo: 0,
    status: "pending",
    property_city: "Maringá",
    property_state: "PR",
    rental_value: 1650,
    comments: "Pretendo me mudar no início do mês. Tenho um cachorro de pequeno porte.",
  },
  {
    full_name: "Rafael Antônio Souza",
    cpf: "86288366757",
    daysAgo: 1,
    status: "pending",
    property_city: "Curitiba",
    property_state: "PR",
    rental_value: 2980.9,
  },
  {
    full_name: "Luíza Fernandes",
    cpf: "15350946056",
    daysAgo: 2,
    status: "pending",
    property_city: "São Paulo",
    property_state: "SP",
    rental_value: 3400,
    comments: "O imóvel é anunciado pela imobiliária do bairro.",
  },
  {
    full_name: "Diego Martins Araújo",
    cpf: "71428793860",
    daysAgo: 4,
    status: "approved",
    property_city: "Londrina",
    property_state: "PR",
    rental_value: 1200,
  },
  {
    full_name: "Patrícia Gonçalves",
    cpf: "08742168007",
    daysAgo: 6,
    status: "approved",
    property_city: "Florianópolis",
    property_state: "SC",
    rental_value: 2750,
  },
  {
    full_name: "Bruno Henrique Lima",
    cpf: "93541134780",
    daysAgo: 9,
    status: "rejected",
    property_city: "Cascavel",
    property_state: "PR",
    rental_value: 4100,
    rejection_reason: "A renda informada não comporta o valor do aluguel.",
  },
];
