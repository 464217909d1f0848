import { lazyComponent } from '../screens/lazy-component.tsx'
import { notesLoader, type ChartNotesProps, type PlotNotes } from './provided-notes.ts'

const load = async () => {
  const loader = notesLoader()
  if (loader === null) return { ChartNotes: Nothing, PlotNotes: Nothing }
  return loader()
}

const Nothing = () => null

/** Whether any feature has something to say. */
export const hasNotes = (): boolean => notesLoader() !== null

/** What all features say about a chart. Its code may still have to be fetched: it suspends. */
export const ChartNotes = lazyComponent<ChartNotesProps>(async () => ({
  default: (await load()).ChartNotes,
}))

/** The same for a plot. */
export const DrawnPlotNotes = lazyComponent<Parameters<PlotNotes>[0]>(async () => ({
  default: (await load()).PlotNotes,
}))
