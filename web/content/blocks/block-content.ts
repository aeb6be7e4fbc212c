import type { FreePageQueryResult } from "../sanity.types.ts";

type PageBlock = NonNullable<FreePageQueryResult>["blocks"][number];

/** The name of every type of block that the schema allows on a free page. */
export type BlockType = PageBlock["_type"];

/** What the query gives for each type of block. */
export type BlockContents = {
  [Type in BlockType]: Extract<PageBlock, { _type: Type }>;
};

export type BlockContent<Type extends BlockType> = BlockContents[Type];
