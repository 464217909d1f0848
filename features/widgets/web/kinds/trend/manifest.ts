import { defineKind } from '../../define-kind.tsx'
import { PlotOptions } from '../../plot/plot-options.ts'
import type texts from './texts/en.json'

declare module '../../kind-texts.ts' {
  interface KindTexts {
    trend: typeof texts
  }
}

export default defineKind({
  id: 'trend',
  binds: 'sensors',
  title: 'widgets.kinds.trend.title',
  accepts: ['analog', 'counter'],
  maximumSensors: 6,
  defaultSize: 'medium',
  gridSizes: {
    small: { width: 3, height: 4 },
    medium: { width: 4, height: 4 },
    big: { width: 6, height: 5 },
  },
  options: PlotOptions,
  load: () => import('./trend-view.tsx'),
  loadEditor: () => import('./trend-editor.tsx'),
})
