interface ImageSize {
  width: number;
  height: number;
}

export interface Crop {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

export interface ImageAsset extends ImageSize {
  /** `<hash>-<width>x<height>-<extension>`, the asset reference without its prefix. */
  name: string;
  extension: string;
}

const ASSET_REFERENCE = /^image-([a-zA-Z0-9]+-(\d+)x(\d+)-([a-z0-9]+))$/;

/** Reads the size and file type off a Sanity asset reference; null when it is none. */
export function parseImageReference(reference: string): ImageAsset | null {
  const [, name, width, height, extension] = ASSET_REFERENCE.exec(reference) ?? [];
  if (!name || !extension) return null;
  return { name, width: Number(width), height: Number(height), extension };
}

/** The part of the original that an editor's crop leaves, as `x,y,width,height` in pixels. */
export function cropRectangle(size: ImageSize, crop: Crop | null | undefined) {
  const { top = 0, bottom = 0, left = 0, right = 0 } = crop ?? {};
  return {
    x: Math.round(left * size.width),
    y: Math.round(top * size.height),
    width: Math.round((1 - left - right) * size.width),
    height: Math.round((1 - top - bottom) * size.height),
  };
}
