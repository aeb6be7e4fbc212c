/** Subjects in the order of the steps of a guarantee (ARCHITECTURE.md). A subject may import only earlier subjects. */
export const subjectsOrder: readonly string[] = [
  "requests",
  "offers",
  "leases",
  "payments",
  "inspections",
  "claims",
  "landlords",
  "partners",
  "messages",
  "staff",
  "mail",
  "legal",
];
