import PDFDocument from 'pdfkit'
import { createWriteStream } from 'node:fs'
import { once } from 'node:events'
import type { Locale } from '#kit/model/locale.ts'
import { colours } from './colours.ts'
import { fontPaths, printableBy, type FontName } from './fonts.ts'
import { wrap } from './wrap.ts'

export const margin = 40
/** What is above and below each page. */
const running = 22
const lineFactor = 1.42

export interface TextStyle {
  readonly size: number
  readonly font?: FontName
  readonly colour?: string
}

interface SheetOptions {
  readonly path: string
  readonly paper: 'A4' | 'Letter'
  readonly language: Locale
  readonly title: string
  readonly author: string
}

type Element = ReturnType<PDFKit.PDFDocument['struct']>

/**
 * Pages of a tagged PDF: where the next part goes, texts in the embedded font, and elements that
 * readers aloud follow.
 */
export class Sheet {
  readonly document: PDFKit.PDFDocument
  readonly width: number
  readonly language: Locale
  y = margin
  readonly #output: ReturnType<typeof createWriteStream>
  readonly #root: Element
  readonly #printable = printableBy(fontPaths.regular)
  readonly #bottom: number
  #parents: Element[]

  constructor({ path, paper, language, title, author }: SheetOptions) {
    this.language = language
    this.document = new PDFDocument({
      ...{ size: paper === 'A4' ? 'A4' : 'LETTER', margin: 0, bufferPages: true, lang: language },
      ...{ tagged: true, displayTitle: true, pdfVersion: '1.7' },
      info: { Title: title, Author: author, Creator: 'Warroom', Producer: 'Warroom' },
    })
    for (const [name, font] of Object.entries(fontPaths)) this.document.registerFont(name, font)
    this.#output = createWriteStream(path)
    this.document.pipe(this.#output)
    const { width, height } = this.document.page
    this.width = width - 2 * margin
    this.#bottom = height - margin - running
    this.#root = this.document.struct('Document')
    this.document.addStructure(this.#root)
    this.#parents = [this.#root]
  }

  get bytes(): number {
    return this.#output.bytesWritten
  }

  get roomLeft(): number {
    return this.#bottom - this.y
  }

  /** Height of a page that nothing is on. */
  get wholeRoom(): number {
    return this.#bottom - margin - running
  }

  /** The next part goes to a new page where it does not fit and another one would have room. */
  reserve(height: number): boolean {
    if (height <= this.roomLeft || this.y <= margin + running) return false
    this.addPage()
    return true
  }

  addPage(): void {
    this.document.addPage()
    this.y = margin + running
  }

  /** What is drawn meanwhile belongs to an element of this kind. */
  within(kind: string, draw: () => void, options: { readonly alt?: string } = {}): void {
    const element = this.document.struct(kind, options)
    this.#parents.at(-1)?.add(element)
    this.#parents.push(element)
    draw()
    this.#parents.pop()
    element.end()
  }

  /** The same for an element without others in it. */
  mark(kind: string, draw: () => void, options: { readonly alt?: string } = {}): void {
    this.#parents.at(-1)?.add(this.document.struct(kind, options, draw))
  }

  /** What no reader aloud says: lines, grounds, page numbers. */
  decorate(draw: () => void): void {
    this.document.markContent('Artifact')
    draw()
    this.document.endMarkedContent()
  }

  widthOf(text: string, style: TextStyle): number {
    return this.#styled(style).widthOfString(this.#printable(text))
  }

  lines(text: string, width: number, style: TextStyle): string[] {
    const document = this.#styled(style)
    const printable = text.split('\n').map(this.#printable).join('\n')
    return wrap(printable, width, (part) => document.widthOfString(part), this.language)
  }

  /** A line of text whose upper edge is at `y`. */
  write(
    text: string,
    at: { readonly x: number; readonly y: number; readonly anchor?: 'start' | 'middle' | 'end' },
    style: TextStyle,
  ): void {
    const document = this.#styled(style).fillColor(style.colour ?? colours.ink)
    const printable = this.#printable(text)
    const width = at.anchor ? document.widthOfString(printable) : 0
    const x = at.x - (at.anchor === 'end' ? width : at.anchor === 'middle' ? width / 2 : 0)
    document.text(printable, x, at.y, { lineBreak: false })
  }

  /** Draws on every page, when all of them are there. */
  onPages(draw: (page: number, pages: number) => void): void {
    const { start, count } = this.document.bufferedPageRange()
    for (let index = 0; index < count; index++) {
      this.document.switchToPage(start + index)
      this.decorate(() => draw(index + 1, count))
    }
  }

  /** Resolves when the file is written. */
  async end(): Promise<number> {
    const pages = this.document.bufferedPageRange().count
    this.#root.end()
    this.document.end()
    await once(this.#output, 'close')
    return pages
  }

  #styled({ size, font = 'regular' }: TextStyle): PDFKit.PDFDocument {
    return this.document.font(font).fontSize(size)
  }
}

export const lineHeight = (size: number): number => size * lineFactor
