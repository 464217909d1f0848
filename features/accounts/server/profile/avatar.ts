import { createHash } from 'node:crypto'
import { ResizeFit, Transformer } from '@napi-rs/image'
import { AppError, refusedField } from '#kit/model/errors.ts'
import { fieldError, type FieldError } from '#kit/model/field-errors.ts'
import { maximumAvatarBytes } from '../../contract/profile.ts'
import { readPictureFormat } from './picture-format.ts'

const size = 256
/** Decoding takes four bytes a pixel: a small file may claim to be a huge picture. */
const maximumPixels = 25_000_000
/**
 * The shorter side is scaled to 256 pixels before the longer one is cut: a strip of one pixel would
 * grow 256 times as long.
 */
const maximumAspectRatio = 8

let lastConversion: Promise<unknown> = Promise.resolve()

/**
 * Turns a PNG, JPEG or WebP file into a PNG of 256 × 256 cut from its middle, without anything else
 * that the file held (place, camera, hidden data). 400 `payload_too_large` for a file above the
 * limit, 422 `image` for anything that is no such picture.
 */
export async function makeAvatar(file: Buffer): Promise<Buffer> {
  if (file.length > maximumAvatarBytes)
    throw new AppError('payload_too_large', 'The picture is larger than 2 MB')
  const format = readPictureFormat(file)
  if (!format) throw refused(fieldError('picture_format'))
  const [short, long] = [
    Math.min(format.width, format.height),
    Math.max(format.width, format.height),
  ]
  if (short * long > maximumPixels)
    throw refused(fieldError('picture_pixels', { maximum: maximumPixels / 1_000_000 }))
  if (long > short * maximumAspectRatio)
    throw refused(fieldError('picture_shape', { maximum: maximumAspectRatio }))
  // One at a time: a decoded picture takes up to 100 MB.
  const conversion = lastConversion.then(() => convert(file))
  lastConversion = conversion.catch(() => undefined)
  return conversion
}

async function convert(file: Buffer): Promise<Buffer> {
  try {
    return await new Transformer(file)
      .rotate()
      .resize({ width: size, height: size, fit: ResizeFit.Cover })
      .png()
  } catch {
    throw refused(fieldError('picture_damaged'))
  }
}

const refused = (error: FieldError): AppError => refusedField('image', error)

/** The name of a person's picture: another content, or another person, has another name. */
export function avatarName(userId: number, image: Buffer): string {
  return `${createHash('sha256').update(`${userId}:`).update(image).digest('hex')}.png`
}
