import type uPlot from 'uplot'
import type { Entries } from '../data/series.ts'
import type { PointerSource } from './cursor.ts'

/** The marks that travel with the crosshair. */
export interface Crosshair<Picture> {
  readonly show: (plot: uPlot, picture: Picture, time: number) => void
  readonly hide: () => void
}

/** What the drawing library asks back while it draws a picture. */
export interface PlotSource<Picture, Colours> extends PointerSource {
  readonly picture: () => Picture
  readonly colours: () => Colours
  readonly onCursor: (plot: uPlot) => void
  readonly onDrawn: (plot: uPlot) => void
}

/** How pictures of one kind are drawn. */
export interface ChartKind<Picture, Colours> {
  readonly readColours: (host: Element, picture: Picture) => Colours
  /** Creates the plot inside `host`; the caller destroys it. */
  readonly createPlot: (
    host: HTMLElement,
    size: { readonly width: number; readonly height: number },
    source: PlotSource<Picture, Colours>,
  ) => uPlot
  /** Adds marks to the plot's own layer; they go when the plot is destroyed. */
  readonly createCrosshair: (plot: uPlot) => Crosshair<Picture>
  /** Adds what is beside the plot; the function writes it after each drawing. */
  readonly createLabels: (plot: uPlot) => (picture: Picture) => void
  /** Hands the plot what of the picture it keeps; `before` is null for the first one. */
  readonly update: (plot: uPlot, picture: Picture, before: Picture | null) => void
  /** Where the crosshair stops. */
  readonly entriesOf: (picture: Picture) => readonly Entries[]
}
