import { expect, test } from "vitest";
import { cropRectangle, imageUrl, parseImageReference } from "./images.tsx";

const asset = { name: "abc123-1600x1200-png", width: 1600, height: 1200, extension: "png" };

test("parseImageReference reads size and type from an asset reference", () => {
  expect(parseImageReference("image-abc123-1600x1200-png")).toEqual(asset);
  expect(parseImageReference("file-abc123-pdf")).toBeNull();
});

test("cropRectangle converts a crop to pixels of the original", () => {
  const crop = { top: 0.1, bottom: 0.1, left: 0.25, right: 0 };
  expect(cropRectangle(asset, crop)).toEqual({ x: 400, y: 120, width: 1200, height: 960 });
  expect(imageUrl(asset, crop, 720)).toBe(
    "/imagens/abc123-1600x1200-png/720.webp?rect=400,120,1200,960",
  );
});

test("imageUrl omits the crop of whole images and serves vectors unchanged", () => {
  expect(imageUrl(asset, null, "preview")).toBe("/imagens/abc123-1600x1200-png/previa.jpg");
  expect(imageUrl({ ...asset, name: "abc-10x10-svg", extension: "svg" }, null, 320)).toBe(
    "/imagens/abc-10x10-svg/original.svg",
  );
});
