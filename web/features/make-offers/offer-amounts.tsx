import { type Control, useWatch } from "react-hook-form";
import {
  coverLimit,
  referenceValue,
} from "../../../supabase/functions/_shared/contracts/coverage.ts";
import { formatCurrency } from "../../../supabase/functions/_shared/contracts/formats/currency.ts";
import { parseMoney } from "../../../supabase/functions/_shared/contracts/money.ts";
import type * as z from "zod/mini";
import type { offerFormSchema } from "../../../supabase/functions/_shared/contracts/offer.ts";
import { DataList, Datum } from "../../ui/section/facts.tsx";

type OfferInput = z.input<typeof offerFormSchema>;

interface OfferAmountsProps {
  control: Control<OfferInput, unknown, z.output<typeof offerFormSchema>>;
  /** Until somebody types. */
  prefilled: { rentalValue?: string; months?: string };
  coveragePercent: number;
}

/** What rent and months lead to, as the function will work it out. */
export function OfferAmounts({ control, prefilled, coveragePercent }: OfferAmountsProps) {
  const [rent, months, fee] = useWatch({ control, name: ["rentalValue", "months", "fee"] });
  const reference = referenceValue(
    parseMoney(String(rent ?? prefilled.rentalValue ?? "")),
    Number(months ?? prefilled.months),
  );
  const total = parseMoney(String(fee ?? ""));
  return (
    <output>
      <DataList className="grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] rounded-md bg-sand-100 p-4">
        <Datum label="Valor de referência">{written(reference)}</Datum>
        <Datum label={`Limite (${coveragePercent}%)`}>
          {written(coverLimit(reference, coveragePercent))}
        </Datum>
        <Datum label="Custo total">{written(total)}</Datum>
      </DataList>
    </output>
  );
}

const written = (amount: number) => (Number.isFinite(amount) ? formatCurrency(amount) : "—");
