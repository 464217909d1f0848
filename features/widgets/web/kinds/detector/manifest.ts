import { defineKind, noOptions } from '../../define-kind.tsx'
import type texts from './texts/en.json'

declare module '../../kind-texts.ts' {
  interface KindTexts {
    detector: typeof texts
  }
}

export default defineKind({
  id: 'detector',
  title: 'widgets.kinds.detector.title',
  accepts: ['detector'],
  usualFor: ['detector'],
  defaultSize: 'medium',
  gridSizes: {
    small: { width: 2, height: 2 },
    medium: { width: 2, height: 3 },
    big: { width: 3, height: 4 },
  },
  options: noOptions,
  load: () => import('./detector-view.tsx'),
})
