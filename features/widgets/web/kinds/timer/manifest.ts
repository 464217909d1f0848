import { defineKind, noOptions } from '../../define-kind.tsx'
import type texts from './texts/en.json'

declare module '../../kind-texts.ts' {
  interface KindTexts {
    timer: typeof texts
  }
}

export default defineKind({
  id: 'timer',
  title: 'widgets.kinds.timer.title',
  accepts: ['timer'],
  usualFor: ['timer'],
  defaultSize: 'medium',
  gridSizes: {
    small: { width: 2, height: 2 },
    medium: { width: 2, height: 3 },
    big: { width: 3, height: 4 },
  },
  options: noOptions,
  load: () => import('./timer-view.tsx'),
})
