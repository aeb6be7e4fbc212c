import sharp from "sharp";

/** Returns a PNG whose two halves have different colours, by default red on the left and blue on the right. */
export async function twoColourPicture(
  width = 400,
  height = 200,
  { left = "#ff0000", right = "#0000ff" } = {},
): Promise<Buffer> {
  const half = await sharp({ create: { width: width / 2, height, channels: 3, background: left } })
    .png()
    .toBuffer();
  return sharp({ create: { width, height, channels: 3, background: right } })
    .composite([{ input: half, left: 0, top: 0 }])
    .png()
    .toBuffer();
}
