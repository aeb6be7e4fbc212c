import { keepPreviousData, useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import { formatDocument } from "../../supabase/functions/_shared/contracts/fields/formats.ts";
import { landlordKinds } from "../../supabase/functions/_shared/contracts/guarantee/landlord.ts";
import { landlordsKind } from "../../supabase/functions/_shared/contracts/stored-values.ts";
import { useSettled } from "../ui/layout/hooks.ts";
import { askAsStaff } from "./ask-as-staff.ts";
import { useBackend } from "./backend-context.tsx";

const TYPING_PAUSE_MS = 300;
/** What the database asks for (private.find_landlords): less names nobody. */
const MIN_SIGNS = 3;

const landlordSchema = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(landlordsKind),
  document: z.nullable(z.string()),
  contracts: z.number(),
});

/** A landlord that was written down before. */
export type KnownLandlord = z.output<typeof landlordSchema>;

interface LandlordMatchesProps {
  /** A document or a part of a name, as it is typed. */
  search: string;
  onChoose: (landlord: KnownLandlord) => void;
}

/** The landlords that are meant by what is typed, to be chosen; nothing where there are none. */
export function LandlordMatches({ search, onChoose }: LandlordMatchesProps) {
  const backend = useBackend();
  const wanted = useSettled(search.trim(), TYPING_PAUSE_MS);
  const { data = [] } = useQuery({
    queryKey: ["find-landlords", wanted],
    queryFn: async ({ signal }) =>
      z
        .array(landlordSchema)
        .parse(
          await askAsStaff(backend, (client) =>
            client.rpc("find_landlords", { search: wanted }).abortSignal(signal),
          ),
        ),
    enabled: wanted.length >= MIN_SIGNS,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  if (wanted.length < MIN_SIGNS || data.length === 0) return null;
  return (
    <div className="rounded-md bg-sand-100 p-3 text-sm" aria-live="polite">
      <p className="font-semibold">Já cadastrado? Escolha para usar os mesmos dados:</p>
      <ul className="mt-1">
        {data.map((landlord) => (
          <li key={landlord.id}>
            <button
              type="button"
              className="btn btn-link min-h-11 justify-start px-0 text-start"
              onClick={() => onChoose(landlord)}
            >
              {describeLandlord(landlord)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Name, kind and document in one line. */
export function describeLandlord({
  name,
  kind,
  document,
}: Pick<KnownLandlord, "name" | "kind" | "document">): string {
  return [name, landlordKinds[kind], ...(document ? [formatDocument(document)] : [])].join(" · ");
}
