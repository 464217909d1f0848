import type { ChartImage } from '#kit/ui/chart/image/chart-image.ts'
import { svgDocument, type SvgDocument } from '#kit/ui/chart/image/svg-document.ts'
import { safeFileName, saveFile } from '#kit/web/browser/save-file.ts'

export type ImageKind = 'png' | 'svg'

/** Pixels of a PNG for one of the picture: sharp on paper. */
const scale = 2

/** Stores a chart as a file, in the colours of the page around `element`. */
export async function saveImage(
  image: ChartImage,
  fileName: string,
  kind: ImageKind,
  element: Element,
): Promise<void> {
  const style = getComputedStyle(element)
  const written = svgDocument(image, {
    token: (name) => style.getPropertyValue(name).trim(),
    fontFamily: style.fontFamily,
  })
  const svg = new Blob([written.text], { type: 'image/svg+xml' })
  saveFile(safeFileName(fileName, kind), kind === 'svg' ? svg : await rasterized(svg, written))
}

async function rasterized(svg: Blob, { width, height }: SvgDocument): Promise<Blob> {
  const address = URL.createObjectURL(svg)
  try {
    const picture = new Image()
    picture.src = address
    await picture.decode()
    const canvas = document.createElement('canvas')
    canvas.width = width * scale
    canvas.height = height * scale
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    return await new Promise((resolve, reject) =>
      canvas.toBlob((png) =>
        png ? resolve(png) : reject(new Error('The picture could not be written')),
      ),
    )
  } finally {
    URL.revokeObjectURL(address)
  }
}
