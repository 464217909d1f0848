import { Transformer } from '@napi-rs/image'

const [width, height] = [40, 30]
const picture = Transformer.fromRgbaPixels(
  new Uint8Array(width * height * 4).fill(200),
  width,
  height,
)

/** A grey picture of 40 × 30 in each format that people send. */
export const tinyPicture = {
  png: picture.pngSync(),
  jpeg: picture.jpegSync(),
  webp: picture.webpSync(),
  bmp: picture.bmpSync(),
}
