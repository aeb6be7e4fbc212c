import * as z from "zod/mini";
import { formatDate, formatMoney, formatPhone, maskCpf, stateName } from "../mail-formats.ts";

/** The columns of public.simulations that e-mails show. */
export const simulationRowSchema = z.object({
  full_name: z.string(),
  email: z.string(),
  phone: z.string(),
  cpf: z.string(),
  birth_date: z.string(),
  monthly_income: z.number(),
  occupation: z.string(),
  property_address: z.string(),
  property_city: z.string(),
  property_state: z.string(),
  rental_value: z.number(),
  owner_name: z.string(),
  owner_contact: z.string(),
  comments: z.nullish(z.string()),
});

export const simulationSourceSchema = z.object({ subject: simulationRowSchema });

type SimulationRow = z.output<typeof simulationRowSchema>;
type Rows = (readonly [string, string])[];

/** The applicant's data, with the CPF masked. */
export function personalRows(simulation: SimulationRow): Rows {
  return [
    ["Nome completo", simulation.full_name],
    ["E-mail", simulation.email],
    ["Telefone", formatPhone(simulation.phone)],
    ["CPF", maskCpf(simulation.cpf)],
    ["Data de nascimento", formatDate(simulation.birth_date)],
    ["Renda mensal", formatMoney(simulation.monthly_income)],
    ["Profissão", simulation.occupation],
  ];
}

/** The property's data and what the applicant added. */
export function propertyRows(simulation: SimulationRow): Rows {
  const rows: Rows = [
    ["Endereço do imóvel", simulation.property_address],
    ["Cidade", `${simulation.property_city}, ${stateName(simulation.property_state)}`],
    ["Valor do aluguel", formatMoney(simulation.rental_value)],
    ["Proprietário", simulation.owner_name],
    ["Contato do proprietário", formatPhone(simulation.owner_contact)],
  ];
  if (simulation.comments) rows.push(["Observações", simulation.comments]);
  return rows;
}
