import { defineKind } from '../../define-kind.tsx'
import { ScaleOptions } from '../../values/fixed-scale.ts'
import type texts from './texts/en.json'

declare module '../../kind-texts.ts' {
  interface KindTexts {
    bar: typeof texts
  }
}

export default defineKind({
  id: 'bar',
  title: 'widgets.kinds.bar.title',
  accepts: ['analog', 'counter'],
  usualFor: [],
  defaultSize: 'small',
  gridSizes: {
    small: { width: 2, height: 2 },
    medium: { width: 3, height: 3 },
    big: { width: 4, height: 4 },
  },
  options: ScaleOptions,
  load: () => import('./bar-view.tsx'),
  loadEditor: () => import('../../values/scale-editor.tsx'),
})
