import { AppError, refusedField } from '#kit/model/calls/errors.ts'
import { fieldError, type FieldError } from '#kit/model/calls/field-errors.ts'
import { readPictureFormat } from './picture-format.ts'

/** Decoding takes four bytes a pixel: a small file may claim to be a huge picture. */
const maximumPixels = 25_000_000
/**
 * A picture of one pixel's width would grow to a giant where its shorter side is scaled to a size.
 */
const maximumAspectRatio = 8

interface PictureLimits {
  /** Largest file, in bytes. */
  readonly bytes: number
}

let lastConversion: Promise<unknown> = Promise.resolve()

/**
 * Converts a PNG, JPEG or WebP file, one file at a time: a decoded picture takes up to 100 MB.
 * Throws 400 `payload_too_large` for a file above the limit, 422 `image` for anything that is no
 * such picture.
 */
export async function convertPicture<Result>(
  file: Buffer,
  { bytes }: PictureLimits,
  convert: (file: Buffer) => Promise<Result>,
): Promise<Result> {
  if (file.length > bytes)
    throw new AppError(
      'payload_too_large',
      `The picture is larger than ${Math.floor(bytes / 2 ** 20)} MB`,
    )
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
  const conversion = lastConversion.then(async () => {
    try {
      return await convert(file)
    } catch {
      throw refused(fieldError('picture_damaged'))
    }
  })
  lastConversion = conversion.catch(() => undefined)
  return conversion
}

const refused = (error: FieldError): AppError => refusedField('image', error)
