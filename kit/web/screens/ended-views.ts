import { create } from 'zustand'

interface EndedViews {
  readonly paths: ReadonlySet<string>
}

/** Views whose work has ended: the shell closes their tabs once another view is shown. */
export const useEndedViews = create<EndedViews>(() => ({ paths: new Set() }))

/** The work of the view of this path has ended, as an edit that was saved or abandoned. */
export function endView(path: string): void {
  useEndedViews.setState(({ paths }) => ({ paths: new Set(paths).add(path) }))
}

/** The tab of an ended view has been closed. */
export function clearEndedView(path: string): void {
  useEndedViews.setState(({ paths }) => ({
    paths: new Set([...paths].filter((each) => each !== path)),
  }))
}
