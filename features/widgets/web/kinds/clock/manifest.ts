import { defineKind } from '../../define-kind.tsx'
import { ClockOptions } from './clock-options.ts'
import type texts from './texts/en.json'

declare module '../../kind-texts.ts' {
  interface KindTexts {
    clock: typeof texts
  }
}

export default defineKind({
  id: 'clock',
  title: 'widgets.kinds.clock.title',
  binds: 'none',
  defaultSize: 'medium',
  gridSizes: {
    small: { width: 2, height: 2 },
    medium: { width: 3, height: 2 },
    big: { width: 4, height: 3 },
  },
  options: ClockOptions,
  load: () => import('./clock-view.tsx'),
  loadEditor: () => import('./clock-editor.tsx'),
})
