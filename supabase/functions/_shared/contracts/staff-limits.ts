import * as z from "zod/mini";

/** Whole number with dots between thousands, as Brazilians write it: 10.000. */
const dotted = /^[0-9]{1,3}(?:\.[0-9]{3})+$/;

/** Field for a typed whole number. The database checks the same range (private.wanted_limit). */
function wholeNumberField(least: number, most: number) {
  const message = `Informe um número inteiro de ${least} a ${most.toLocaleString("pt-BR")}`;
  return z.pipe(
    z.string(message).check(
      z.trim(),
      z.overwrite((typed) => (dotted.test(typed) ? typed.replaceAll(".", "") : typed)),
      z.regex(/^[0-9]{1,8}$/, message),
      z.refine((typed) => Number(typed) >= least && Number(typed) <= most, message),
    ),
    z.transform(Number),
  );
}

/** Form of the limits of staff, which a member with the right owner changes. */
export const staffLimitsFormSchema = z.object({
  /** Amount in reais, summed over a lease or payee, above which a second person agrees. */
  secondPersonAbove: wholeNumberField(0, 10_000_000),
  /** Percent by which the fee of an offer may differ from the standard fee. */
  feeRangePercent: wholeNumberField(0, 100),
  /** Business days in which nothing is paid to a changed account. The terms promise at least two. */
  accountWaitDays: wholeNumberField(2, 10),
  /** Share of the rent in the monthly income, in percent, above which the screen of a request warns. */
  rentWarnsPercent: wholeNumberField(1, 100),
  /** Share above which two people approve a request. The database refuses a share below the one that warns. */
  rentSecondPercent: wholeNumberField(1, 100),
});

export type StaffLimitsForm = z.output<typeof staffLimitsFormSchema>;
