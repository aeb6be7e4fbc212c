import { at, defineMigration, unset } from "sanity/migrate";

/** Removes the limits of staff, because whoever may publish texts must not be able to raise them. */
export default defineMigration({
  title: "Os limites da equipe deixaram o Sanity e estão na área da equipe",
  documentTypes: ["businessRules"],
  migrate: {
    document: (rules) =>
      ["claimFourEyesAmount", "feeRangePercent"].flatMap((field) =>
        rules[field] === undefined ? [] : [at(field, unset())],
      ),
  },
});
