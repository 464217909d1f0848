/** What a mark of a drawing is; the screen and the paper have a colour for each. */
export type Tone =
  | 'ink'
  | 'soft'
  | 'paper'
  | 'grid'
  | 'pen'
  | 'limit'
  | 'gap'
  | 'bad'
  | 'changing'
  | 'on'
  | 'off'
  | `lamp-${'green' | 'red' | 'yellow' | 'white' | 'blue' | 'grey'}`

/** A part of a drawing; lengths in its units, from the upper left. */
export type Mark =
  | {
      readonly kind: 'path'
      /** A path of SVG. */
      readonly d: string
      readonly tone: Tone
      readonly width: number
      readonly dash?: readonly [on: number, off: number]
    }
  | {
      readonly kind: 'box'
      readonly x: number
      readonly y: number
      readonly width: number
      readonly height: number
      readonly tone: Tone
    }
  | {
      readonly kind: 'text'
      readonly x: number
      /** Of its base line. */
      readonly y: number
      readonly text: string
      readonly anchor: 'start' | 'middle' | 'end'
      readonly tone: Tone
    }

/** A picture of lines and texts, the same on a screen and on paper. */
export interface Drawing {
  readonly width: number
  readonly height: number
  readonly marks: readonly Mark[]
  /** What it shows, for whoever does not see it. */
  readonly text: string
}

/** A figure with its name. */
export interface Figure {
  readonly name: string
  readonly value: string
  readonly isRemarkable?: boolean
}

/** How long a state lasted. */
export interface Share {
  readonly tone: Tone
  readonly name: string
  readonly time: string
  readonly percent: string
}

export type Block =
  | { readonly kind: 'heading'; readonly text: string; readonly detail?: string }
  | { readonly kind: 'figures'; readonly figures: readonly Figure[] }
  | { readonly kind: 'drawing'; readonly drawing: Drawing }
  | { readonly kind: 'shares'; readonly shares: readonly Share[] }
  | {
      readonly kind: 'table'
      readonly name: string
      readonly head: readonly string[]
      readonly rows: readonly (readonly string[])[]
      /** Columns of words; the others hold figures and stand to the right. */
      readonly words: number
    }
  | { readonly kind: 'text'; readonly text: string }
  /** `text` null: empty lines to write on. */
  | { readonly kind: 'notes'; readonly name: string; readonly text: string | null }

/** Blocks that stay together on a page where they fit. */
export type Group = readonly Block[]

/** A report as it is read: the same on a screen and on paper. */
export interface ReportDocument {
  readonly title: string
  readonly details: readonly Figure[]
  readonly groups: readonly Group[]
}
