/** Red, green and blue, 0 to 1 each, of the sRGB space. */
type Colour = readonly [number, number, number]

/** Two colours of the design, one upon the other. */
interface ColourPair<Name extends string> {
  /** Key of its name in the catalogues: `toolbox.theme.pairs.<name>`. */
  readonly name: Name
  /** Custom properties of `tokens.css`, without their dashes. */
  readonly ink: string
  readonly ground: string
  /** The least contrast that WCAG 2.2 asks for at level AA: 4.5 of text, 3 of what is drawn. */
  readonly minimum: 4.5 | 3
}

function text<Name extends string>(name: Name, ink: string, ground = 'surface'): ColourPair<Name> {
  return { name, ink, ground, minimum: 4.5 }
}

function drawing<Name extends string>(name: Name, ink: string): ColourPair<Name> {
  return { name, ink, ground: 'surface', minimum: 3 }
}

/** What people read and look for, as far as it differs. */
export const colourPairs = [
  text('button', 'accent-on', 'accent-fill'),
  text('link', 'accent-text'),
  text('chosen', 'accent-text', 'accent-soft'),
  text('title', 'ink-1'),
  text('text', 'ink-2'),
  text('note', 'ink-3'),
  text('warning', 'tag-warning-ink', 'tag-warning-bg'),
  text('alarm1', 'p1-on', 'p1'),
  text('alarm2', 'p2-on', 'p2'),
  text('alarm3', 'p3-on', 'p3'),
  drawing('focus', 'focus'),
  drawing('edge', 'line-strong'),
  drawing('lamp', 'lamp-edge'),
  drawing('pen', 'pen-6'),
] as const

/** Reads a computed `color(srgb r g b)`; null where it is none. */
export function srgbOf(computed: string): Colour | null {
  const [, list = ''] = /^color\(srgb ([^/)]+)/.exec(computed) ?? []
  const [red, green, blue] = list.trim().split(/\s+/).map(Number)
  const parts = [red ?? Number.NaN, green ?? Number.NaN, blue ?? Number.NaN] as const
  return parts.some(Number.isNaN) ? null : parts
}

/** The contrast of two colours by WCAG 2.2: 1 (none) to 21 (black and white). */
export function contrastOf(one: Colour, other: Colour): number {
  const [darker, lighter] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05)
}

/** The relative luminance of WCAG 2.2. */
function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = Math.min(1, Math.max(0, part))
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
