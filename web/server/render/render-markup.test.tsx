import { Suspense } from "react";
import { renderToString } from "react-dom/server";
import { Outlet, RouterProvider, createMemoryRouter } from "react-router-dom";
import { expect, test } from "vitest";
import { renderMarkup } from "./render-markup.ts";

function Broken(): never {
  throw new Error("a text is missing");
}

const within = (
  <main>
    <Suspense>
      <form>
        <Broken />
      </form>
    </Suspense>
  </main>
);

test("a component that fails within a boundary fails the rendering, and is named", async () => {
  await expect(renderMarkup(within)).rejects.toMatchObject({
    message: "a text is missing",
    component: "Broken",
    withinPage: false,
  });
});

test("a component that fails outside of every boundary is named too", async () => {
  await expect(renderMarkup(<Broken />)).rejects.toMatchObject({ component: "Broken" });
});

test("what fails in a page is told from what fails around it", async () => {
  const router = createMemoryRouter([
    { path: "/", element: <Outlet />, children: [{ index: true, element: <Broken /> }] },
  ]);
  await expect(renderMarkup(<RouterProvider router={router} />)).rejects.toMatchObject({
    component: "Broken",
    withinPage: true,
  });
});

test("a whole page comes in one piece, however large its sections are", async () => {
  const section = (
    <Suspense fallback={<p>Carregando…</p>}>
      {Array.from({ length: 2_000 }, (_, index) => (
        <p key={index}>texto {index}</p>
      ))}
    </Suspense>
  );
  const page = (
    <>
      <title>Página</title>
      <main>
        {section}
        {section}
      </main>
    </>
  );
  expect(await renderMarkup(page)).toBe(renderToString(page));
});
