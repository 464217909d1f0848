import { defineKind, noOptions } from '../../define-kind.tsx'
import type texts from './texts/en.json'

declare module '../../kind-texts.ts' {
  interface KindTexts {
    lamp: typeof texts
  }
}

export default defineKind({
  id: 'lamp',
  title: 'widgets.kinds.lamp.title',
  accepts: ['lamp'],
  usualFor: ['lamp'],
  defaultSize: 'medium',
  gridSizes: {
    small: { width: 2, height: 2 },
    medium: { width: 2, height: 3 },
    big: { width: 3, height: 4 },
  },
  options: noOptions,
  load: () => import('./lamp-view.tsx'),
})
