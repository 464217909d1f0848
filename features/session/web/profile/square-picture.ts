/** Types of picture files that the server takes. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp'] as const

/** Larger files are refused before they are read: no picture of a person needs more. */
export const pictureFileBytes = 20 * 1024 * 1024

/** Edge of the picture that is sent, in pixels; the server stores a smaller one. */
const edge = 512

export type PictureProblem = 'type' | 'size' | 'unreadable'

/** Why a picture cannot be used. */
export class PictureError extends Error {
  readonly problem: PictureProblem

  constructor(problem: PictureProblem) {
    super(problem)
    this.name = 'PictureError'
    this.problem = problem
  }
}

/**
 * The middle square of a picture file as PNG, in base64 without a prefix. Throws `PictureError`.
 */
export async function squarePicture(file: File): Promise<string> {
  if (!pictureTypes.some((type) => type === file.type)) throw new PictureError('type')
  if (file.size > pictureFileBytes) throw new PictureError('size')
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new PictureError('unreadable')
  })
  const canvas = document.createElement('canvas')
  canvas.width = edge
  canvas.height = edge
  const side = Math.min(bitmap.width, bitmap.height)
  const left = (bitmap.width - side) / 2
  const top = (bitmap.height - side) / 2
  canvas.getContext('2d')?.drawImage(bitmap, left, top, side, side, 0, 0, edge, edge)
  bitmap.close()
  return canvas.toDataURL('image/png').replace(/^data:image\/png;base64,/, '')
}
