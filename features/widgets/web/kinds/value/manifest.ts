import { defineKind, noOptions } from '../../define-kind.tsx'
import type texts from './texts/en.json'

declare module '../../kind-texts.ts' {
  interface KindTexts {
    value: typeof texts
  }
}

export default defineKind({
  id: 'value',
  title: 'widgets.kinds.value.title',
  accepts: ['analog'],
  usualFor: ['analog'],
  defaultSize: 'small',
  gridSizes: {
    small: { width: 2, height: 2 },
    medium: { width: 3, height: 3 },
    big: { width: 4, height: 4 },
  },
  options: noOptions,
  load: () => import('./value-view.tsx'),
})
