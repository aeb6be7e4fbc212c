import { expect, test } from "vitest";
import { renamePath } from "./rename-path.ts";
import { runStudio } from "./run-studio.ts";

const studio = runStudio();

/** Where the site sends whoever asks for a path; the status alone when it sends nobody anywhere. */
async function answerOf(path: string): Promise<string> {
  const reply = await fetch(studio.stack.siteUrl + path, { redirect: "manual" });
  return `${reply.status} ${reply.headers.get("location") ?? ""}`.trim();
}

test("a former path leads to the new one, however often it changes, and back", async () => {
  const { desk, stack } = studio;
  const redirects = "*[_type == 'redirect'] | order(from){ from, 'to': target.document._ref }";
  const to = "product-pag-payser";
  await desk.open(`structure/orderable-product;${to}`);

  await renamePath(desk, "maquininha", "Publicar e redirecionar");
  await expect.poll(() => answerOf("/pag-payser")).toBe("301 /maquininha");
  expect(await answerOf("/maquininha")).toBe("200");
  expect(await stack.visitor.fetch(redirects)).toEqual([{ from: "/pag-payser", to }]);

  await renamePath(desk, "ponto-de-venda", "Publicar e redirecionar");
  await expect.poll(() => answerOf("/maquininha")).toBe("301 /ponto-de-venda");
  expect(await answerOf("/pag-payser")).toBe("301 /ponto-de-venda");

  // Its own former path is free for it, and no redirect begins at a page.
  await renamePath(desk, "pag-payser", "Publicar sem redirecionar", async () => {
    await desk.page.getByLabel("Manter /ponto-de-venda como redirecionamento").uncheck();
  });
  await expect.poll(() => answerOf("/pag-payser")).toBe("200");
  expect(await answerOf("/maquininha")).toBe("301 /pag-payser");
  expect(await answerOf("/ponto-de-venda")).toBe("404");
  expect(await stack.visitor.fetch(redirects)).toEqual([{ from: "/maquininha", to }]);
});
