/** Longest edge of the picture that is sent, in pixels. */
const maximumEdge = 2_560
const quality = 0.9

/** Types of picture files that are taken. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp'] as const

/**
 * A picture file as WebP or PNG in base64 without a prefix, scaled down where it is large: a
 * photograph of any camera is small enough to be sent. Undefined where it is no such picture.
 */
export async function preparePicture(file: File): Promise<string | undefined> {
  if (!pictureTypes.some((type) => type === file.type)) return undefined
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (!bitmap) return undefined
  const scale = Math.min(1, maximumEdge / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  return canvas.toDataURL('image/webp', quality).replace(/^data:image\/\w+;base64,/, '')
}
