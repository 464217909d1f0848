import { inflateSync } from 'node:zlib'

export interface PdfPage {
  /** What is written, in the order of drawing, without spaces: words are set glyph by glyph. */
  readonly text: string
  readonly fills: ReadonlySet<string>
}

/** Bytes as characters of the same number, so that places in the text are places in the file. */
const latin = (bytes: Buffer) => bytes.toString('latin1')

function objectsOf(pdf: Buffer): ReadonlyMap<string, string> {
  const objects = new Map<string, string>()
  for (const [, id = '', body = ''] of latin(pdf).matchAll(
    /(?:^|\n)(\d+) 0 obj\b([\s\S]*?)\nendobj/g,
  ))
    objects.set(id, body)
  return objects
}

/** As long as its dictionary says: the last byte of what is compressed may be a line end itself. */
function streamOf(body: string): string {
  const [head = '', dictionary = ''] = /^([\s\S]*?)stream\r?\n/.exec(body) ?? []
  const length = Number(/\/Length (\d+)/.exec(dictionary)?.[1] ?? 0)
  const data = body.slice(head.length, head.length + length)
  const bytes = Buffer.from(data, 'latin1')
  return dictionary.includes('/FlateDecode') ? latin(inflateSync(bytes)) : data
}

const character = (hex: string) =>
  (hex.match(/.{4}/g) ?? []).map((unit) => String.fromCharCode(parseInt(unit, 16))).join('')

/** Glyph numbers, in hexadecimal of one length, to characters. */
function charactersOf(map: string): ReadonlyMap<string, string> {
  const characters = new Map<string, string>()
  for (const [, block = ''] of map.matchAll(/beginbfchar([\s\S]*?)endbfchar/g))
    for (const [, glyph = '', unicode = ''] of block.matchAll(/<(\w+)>\s*<(\w+)>/g))
      characters.set(glyph.toUpperCase(), character(unicode))
  for (const [, block = ''] of map.matchAll(/beginbfrange([\s\S]*?)endbfrange/g))
    for (const [, low = '', high = '', first = ''] of block.matchAll(
      /<(\w+)>\s*<(\w+)>\s*<(\w+)>/g,
    ))
      for (let glyph = parseInt(low, 16); glyph <= parseInt(high, 16); glyph += 1) {
        const unicode = parseInt(first, 16) + glyph - parseInt(low, 16)
        characters.set(
          glyph.toString(16).toUpperCase().padStart(low.length, '0'),
          String.fromCharCode(unicode),
        )
      }
  return characters
}

function glyphsOf(hex: string, characters: ReadonlyMap<string, string>): string {
  const [length] = [...characters.keys()].map((glyph) => glyph.length)
  const glyphs = hex.toUpperCase().match(length === 2 ? /../g : /.{4}/g) ?? []
  return glyphs.map((glyph) => characters.get(glyph) ?? '\u{FFFD}').join('')
}

/** `#rrggbb` of every colour that something is filled with. */
function fillsOf(contents: string): ReadonlySet<string> {
  const hex = (share: string) =>
    Math.round(Number(share) * 255)
      .toString(16)
      .padStart(2, '0')
  return new Set(
    [...contents.matchAll(/([\d.]+) ([\d.]+) ([\d.]+) rg\b/g)].map(
      ([, red = '', green = '', blue = '']) => `#${hex(red)}${hex(green)}${hex(blue)}`,
    ),
  )
}

function pageOf(page: string, objects: ReadonlyMap<string, string>): PdfPage {
  const body = (id: string | undefined) => objects.get(id ?? '') ?? ''
  const fontList = /\/Font\s*<<([\s\S]*?)>>/.exec(page)?.[1] ?? ''
  const fonts = new Map(
    [...fontList.matchAll(/\/(\w+)\s+(\d+) 0 R/g)].map(([, name = '', id]) => {
      const map = /\/ToUnicode (\d+) 0 R/.exec(body(id))?.[1]
      return [
        name,
        map === undefined ? new Map<string, string>() : charactersOf(streamOf(body(map))),
      ]
    }),
  )
  const contents = streamOf(body(/\/Contents (\d+) 0 R/.exec(page)?.[1]))
  let text = ''
  let characters: ReadonlyMap<string, string> = new Map()
  for (const [, font, hex] of contents.matchAll(/\/(\w+) [\d.]+ Tf|<([\dA-Fa-f]+)>/g))
    if (font !== undefined) characters = fonts.get(font) ?? new Map()
    else text += glyphsOf(hex ?? '', characters)
  return { text: text.replaceAll(/\s/g, ''), fills: fillsOf(contents) }
}

/** The pages of a PDF that Chromium wrote. What a page clips away is not in them. */
export function pdfPages(pdf: Buffer): readonly PdfPage[] {
  const objects = objectsOf(pdf)
  return [...objects.values()]
    .filter((body) => /\/Type\s*\/Page\b/.test(body))
    .map((page) => pageOf(page, objects))
}
