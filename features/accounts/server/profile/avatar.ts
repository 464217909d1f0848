import { createHash } from 'node:crypto'
import { ResizeFit, Transformer } from '@napi-rs/image'
import { convertPicture } from '#kit/server/pictures/picture-conversion.ts'
import { maximumAvatarBytes } from '../../contract/profile.ts'

const size = 256

/**
 * Turns a PNG, JPEG or WebP file into a PNG of 256 × 256 cut from its middle, without anything else
 * that the file held (place, camera, hidden data). 400 `payload_too_large` for a file above the
 * limit, 422 `image` for anything that is no such picture.
 */
export function makeAvatar(file: Buffer): Promise<Buffer> {
  return convertPicture(file, { bytes: maximumAvatarBytes }, (checked) =>
    new Transformer(checked)
      .rotate()
      .resize({ width: size, height: size, fit: ResizeFit.Cover })
      .png(),
  )
}

/** The name of a person's picture: another content, or another person, has another name. */
export function avatarName(userId: number, image: Buffer): string {
  return `${createHash('sha256').update(`${userId}:`).update(image).digest('hex')}.png`
}
