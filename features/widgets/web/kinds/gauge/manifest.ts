import { defineKind } from '../../define-kind.tsx'
import { ScaleOptions } from '../../values/fixed-scale.ts'
import type texts from './texts/en.json'

declare module '../../kind-texts.ts' {
  interface KindTexts {
    gauge: typeof texts
  }
}

export default defineKind({
  id: 'gauge',
  title: 'widgets.kinds.gauge.title',
  accepts: ['analog'],
  usualFor: [],
  defaultSize: 'medium',
  gridSizes: {
    small: { width: 2, height: 2 },
    medium: { width: 2, height: 3 },
    big: { width: 3, height: 4 },
  },
  options: ScaleOptions,
  load: () => import('./gauge-view.tsx'),
  loadEditor: () => import('../../values/scale-editor.tsx'),
})
