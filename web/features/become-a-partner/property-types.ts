/** Kinds of property that the business knows (specification, section 9). */
export const propertyTypes = [
  "Apartamento",
  "Casa",
  "Comercial",
  "Galpão",
  "Terreno",
  "Outro",
] as const;
