import { defineKind } from '../../define-kind.tsx'
import { ChartOptions } from './chart-options.ts'
import type texts from './texts/en.json'

declare module '../../kind-texts.ts' {
  interface KindTexts {
    chart: typeof texts
  }
}

export default defineKind({
  id: 'chart',
  title: 'widgets.kinds.chart.title',
  accepts: ['analog', 'counter'],
  usualFor: [],
  defaultSize: 'medium',
  gridSizes: {
    small: { width: 3, height: 2 },
    medium: { width: 4, height: 3 },
    big: { width: 5, height: 4 },
  },
  options: ChartOptions,
  load: () => import('./chart-view.tsx'),
  loadEditor: () => import('./chart-editor.tsx'),
})
