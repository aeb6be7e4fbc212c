import { beforeEach, expect, test } from "vitest";
import { publishingActions, redirectsAtQuery } from "../../studio/links/publishing-actions.ts";
import { useTestLake } from "../conformance/use-test-lake.ts";

const lake = useTestLake();
const from = "/ajuda";
const id = "page-ajuda";

const ids = () =>
  lake.editor.fetch<string[]>("*[_type in ['page', 'redirect']]._id | order(@)", {}, raw);
const raw = { perspective: "raw" } as const;

beforeEach(async () => {
  await lake.editor.withConfig(raw).delete({ query: "*[defined(_id)]" });
  await lake.editor.releases.create({ releaseId: "rverao", metadata: { title: "Verão" } });
  await lake.editor.create({ _id: `drafts.${id}`, _type: "page", path: from });
});

async function publishPage(): Promise<void> {
  const redirects = await lake.editor.fetch<string[]>(redirectsAtQuery, { paths: [from] }, raw);
  await lake.editor.action(publishingActions({ id, former: undefined, redirects, newId: "new" }));
}

test("a page is published where a redirect begins that only a release holds", async () => {
  await lake.editor.create({ _id: "versions.rverao.later", _type: "redirect", from });
  await publishPage();
  expect(await ids()).toEqual([id, "versions.rverao.later"]);
});

test("a redirect that is online gives way to it, whatever a release makes of the redirect", async () => {
  await lake.editor.create({ _id: "now", _type: "redirect", from });
  await lake.editor.create({ _id: "drafts.now", _type: "redirect", from });
  await lake.editor.create({ _id: "versions.rverao.now", _type: "redirect", from });
  await publishPage();
  expect(await ids()).toEqual([id, "versions.rverao.now"]);
});
