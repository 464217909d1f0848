import { useSyncExternalStore } from 'react'

/** The custom properties of `styles/tokens.css` that the component library paints with. */
const names = [
  'canvas',
  'surface',
  'surface-2',
  'surface-3',
  'line',
  'line-strong',
  'ink-1',
  'ink-2',
  'ink-3',
  'ink-4',
  'scrim',
  'accent-fill',
  'accent-on',
  'accent-text',
  'accent-soft',
  'focus',
  'tag-warning-ink',
  'tag-warning-bg',
  'tag-warning-line',
] as const

/**
 * Each property as `#rrggbb` or `rgba(…)`: the library computes with colours and understands no
 * others.
 */
export type PaletteColours = Readonly<Record<(typeof names)[number], string>>

/**
 * Writes a computed `color(srgb r g b / a)` as the library reads it; parts outside of the gamut are
 * brought back into it.
 */
export function srgbColour(computed: string): string {
  const [, list = '', alpha] = /^color\(srgb ([^/]+?)(?:\s*\/\s*(.+))?\)$/.exec(computed) ?? []
  const [red = 0, green = 0, blue = 0] = list
    .split(/\s+/)
    .map((part) => Math.round(Math.min(1, Math.max(0, Number(part) || 0)) * 255))
  if (alpha !== undefined && Number(alpha) < 1)
    return `rgba(${red}, ${green}, ${blue}, ${Number(alpha)})`
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

function readColours(): PaletteColours {
  const probe = document.createElement('i')
  probe.hidden = true
  document.body.append(probe)
  const read = (name: string) => {
    probe.style.color = `color(from var(--${name}) srgb r g b / alpha)`
    return srgbColour(getComputedStyle(probe).color)
  }
  const colours = Object.fromEntries(names.map((name) => [name, read(name)])) as Record<
    (typeof names)[number],
    string
  >
  probe.remove()
  return colours
}

let current: PaletteColours | null = null

function colours(): PaletteColours {
  current ??= readColours()
  return current
}

/** Theme and accent are an attribute and an inline style of the root element. */
function watch(listener: () => void): () => void {
  const observer = new MutationObserver(() => {
    current = null
    listener()
  })
  observer.observe(document.documentElement, { attributeFilter: ['data-theme', 'style'] })
  return () => {
    observer.disconnect()
    current = null
  }
}

/** The colours on screen now; renders again when the theme or the accent changes. */
export function useColours(): PaletteColours {
  return useSyncExternalStore(watch, colours)
}
