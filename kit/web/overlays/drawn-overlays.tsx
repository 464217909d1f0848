import { lazyComponent } from '../screens/lazy-component.tsx'
import { overlaysLoader, type ChartOverlayProps, type PlotOverlay } from './provided-overlays.ts'

const load = async () => {
  const loader = overlaysLoader()
  if (loader === null) return { ChartOverlay: NoOverlay, PlotOverlay: NoOverlay }
  return loader()
}

const NoOverlay = () => null

/** Whether any feature has something to say. */
export const hasOverlays = (): boolean => overlaysLoader() !== null

/** What all features say about a chart. Its code may still have to be fetched: it suspends. */
export const ChartOverlay = lazyComponent<ChartOverlayProps>(async () => ({
  default: (await load()).ChartOverlay,
}))

/** The same for a plot. */
export const DrawnPlotOverlay = lazyComponent<Parameters<PlotOverlay>[0]>(async () => ({
  default: (await load()).PlotOverlay,
}))
