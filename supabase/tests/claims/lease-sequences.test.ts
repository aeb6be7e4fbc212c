import { leaseSequences } from "../support/lease-sequences.ts";

leaseSequences([1, 2, 3, 4]);
