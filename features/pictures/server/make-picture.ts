import { ResizeFit, Transformer } from '@napi-rs/image'
import { convertPicture } from '#kit/server/pictures/picture-conversion.ts'
import { readPictureFormat } from '#kit/server/pictures/picture-format.ts'
import { maximumPictureBytes } from '../contract/routes.ts'

/** Longest edge of a stored picture, in pixels: a wall of 4K is filled at half of its pixels. */
const maximumEdge = 2_560
const quality = 85

interface MadePicture {
  readonly image: Buffer
  readonly width: number
  readonly height: number
}

/**
 * Turns a PNG, JPEG or WebP file into a WebP, scaled down where it is large, without anything else
 * that the file held (place, camera, hidden data). 400 `payload_too_large` for a file above the
 * limit, 422 `image` for anything that is no such picture.
 */
export function makePicture(file: Buffer): Promise<MadePicture> {
  return convertPicture(file, { bytes: maximumPictureBytes }, async (checked) => {
    const picture = new Transformer(checked).rotate()
    const { width, height } = sizeOf(checked)
    if (Math.max(width, height) > maximumEdge)
      picture.resize({ width: maximumEdge, height: maximumEdge, fit: ResizeFit.Inside })
    const image = await picture.webp(quality)
    return { image, ...sizeOf(image) }
  })
}

function sizeOf(file: Buffer) {
  const format = readPictureFormat(file)
  if (!format) throw new Error('a picture that was converted has no size')
  return { width: format.width, height: format.height }
}
