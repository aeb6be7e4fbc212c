import { defineQuery } from "groq";
import { paths } from "../../config/paths.ts";
import { definePage } from "../define-page.ts";

export const landlordAreaQuery =
  /* @__PURE__ */ defineQuery(`*[_type == "landlordAreaPage" && _id == "landlordAreaPage"][0]{
  title,
  intro,
  loadingLabel,
  empty,
  labels,
  letter,
  waiting,
  lost,
  failure,
  "inspections": *[_type == "contractPage" && _id == "contractPage"][0].inspections,
  "calendar": *[_type == "contractPage" && _id == "contractPage"][0].calendar{ label, end, proof },
  "states": *[_type == "verifyPage" && _id == "verifyPage"][0].states
}`);

export const landlordAreaRoute = definePage({
  path: paths.landlordArea,
  kind: "account",
  load: import.meta.env?.SSR && (({ read }) => read(landlordAreaQuery)),
  page: async () => (await import("./landlord-area-page.tsx")).LandlordAreaPage,
});
